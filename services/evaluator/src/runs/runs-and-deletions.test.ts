import { beforeEach, describe, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS, workspacesChanged } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { aSubmission, deletedEvent, eventOf, rerunEvent } from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator({ eraseEveryMs: 200 });
let workspaceId: string;

beforeEach(() => {
  workspaceId = newId();
});

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };
const SYNC_DEADLINE_MS = 35_000;

function submission(fields: Parameters<typeof aSubmission>[1] = {}): OutputsSubmitted {
  return aSubmission(evaluator.clock, { workspaceId, ...fields });
}

async function lookUp(...ids: string[]): Promise<unknown> {
  const internal = await evaluator.internal();
  return (await internal.post('/internal/evaluations', { workspaceId, ids })).body;
}

/** Records a result. */
async function evaluateInline(): Promise<OutputsSubmitted> {
  const output = submission({ sync: true });
  const internal = await evaluator.internal();
  await internal.post('/internal/evaluate', output);
  await evaluator.resultOf(output.id);
  return output;
}

describe('a reevaluation', () => {
  test('is a separate run with the current rules', async () => {
    const output = submission({ output: 'We guarantee it.' });
    await evaluator.send(output);
    await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', RULE);

    await evaluator.bus.send([rerunEvent(output, 2)]);

    await eventually(() => expect(evaluator.publishedOf(output.id)).toHaveLength(2));
    expect(evaluator.publishedOf(output.id)).toMatchObject([
      { run: 1, outcome: 'pass' },
      { run: 2, outcome: 'fail' },
    ]);
  });

  test('of a run with a recorded result publishes the same result again', async () => {
    const output = await evaluateInline();
    const first = await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', { ...RULE, value: 'money' });

    await evaluator.bus.send([rerunEvent(output, 1)]);

    await eventually(() => expect(evaluator.sentOf(output.id)).toEqual([first, first]));
  });

  test('of a run without a stored result evaluates it by the current rules, as the same event', async () => {
    const output = submission();
    await evaluator.send(output);
    await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', { ...RULE, value: 'money' });

    await evaluator.bus.send([rerunEvent(output, 1)]);
    await evaluator.bus.send([rerunEvent(output, 1)]);

    await eventually(() => {
      const outcomes = evaluator.sentOf(output.id).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['pass', 'fail', 'fail']);
    });
    expect(evaluator.eventIdsOf(output.id)).toHaveLength(1);
    expect(await lookUp(output.id)).toMatchObject({ evaluations: [{ outcome: 'fail' }] });
  });

  test('happens even if a repeat of the previous run is in the same batch', async () => {
    const output = submission();
    await evaluator.send(output);
    await evaluator.bus.send([rerunEvent(output, 2)]);
    await eventually(() => expect(evaluator.publishedOf(output.id)).toHaveLength(2));

    await evaluator.bus.send([rerunEvent(output, 2), rerunEvent(output, 3)]);

    await eventually(() => {
      expect(evaluator.publishedOf(output.id)).toMatchObject([{ run: 1 }, { run: 2 }, { run: 3 }]);
    });
  });
});

describe('a deleted output', () => {
  test('is forgotten, and a late submission or evaluation of it publishes nothing', async () => {
    const output = submission({ sync: true });
    await evaluator.send(output);

    await evaluator.bus.send([deletedEvent(output)]);
    await evaluator.send({ ...output, sync: false });
    await evaluator.bus.send([rerunEvent(output, 2)]);
    const internal = await evaluator.internal();
    const inline = await internal.post('/internal/evaluate', output);
    evaluator.clock.advance(SYNC_DEADLINE_MS);
    await evaluator.settle();

    expect(inline).toMatchObject({ status: 404 });
    expect(evaluator.publishedOf(output.id)).toEqual([]);
    expect(await lookUp(output.id)).toEqual({ evaluations: [] });
  });

  test('has its result deleted', async () => {
    const output = await evaluateInline();

    await evaluator.bus.send([deletedEvent(output), deletedEvent(output)]);

    expect(await lookUp(output.id)).toEqual({ evaluations: [] });
  });
});

describe('an erased workspace', () => {
  const workspaceChanged = (erased: string, fields: object = {}) => ({
    ...eventOf(TOPICS.workspacesChanged, { workspaceId: erased, id: '' }),
    key: erased,
    json: JSON.stringify({
      ...{ ...workspacesChanged.examples.valid, workspaceId: erased, name: '', deleted: true },
      ...fields,
    }),
  });
  const rulesOf = async (of: string) => (await (await evaluator.api(of)).get('/api/rules')).body;

  test('loses its rules and results, including late ones, and no other workspace does', async () => {
    const other = newId();
    for (const id of [workspaceId, other]) {
      await (await evaluator.api(id)).post('/api/rules', RULE);
    }
    const output = await evaluateInline();

    const unreadable = workspaceChanged(newId(), { version: 0 });
    await evaluator.bus.send([
      workspaceChanged(workspaceId),
      unreadable,
      workspaceChanged(other, { deleted: false }),
    ]);
    await evaluator.bus.send([workspaceChanged(workspaceId)]);

    await eventually(async () => expect(await rulesOf(workspaceId)).toEqual([]));
    await eventually(async () => expect(await lookUp(output.id)).toEqual({ evaluations: [] }));
    const late = await evaluateInline();
    await eventually(async () => expect(await lookUp(late.id)).toEqual({ evaluations: [] }));
    expect(await rulesOf(other)).toHaveLength(1);
    const operator = await evaluator.operator();
    expect((await operator.get('/internal/dead-letters')).body).toMatchObject({
      deadLetters: [{ key: unreadable.key, code: 'INVALID' }],
    });
  });
});
