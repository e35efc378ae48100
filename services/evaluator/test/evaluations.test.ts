import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import {
  apiOf,
  aSubmission,
  eventOf,
  startTestEvaluator,
  submittedEvent,
  type TestEvaluator,
} from './test-evaluator.ts';

let evaluator: TestEvaluator;
let workspaceId: string;

beforeAll(async () => {
  evaluator = await startTestEvaluator();
});

afterAll(async () => {
  await evaluator.stop();
});

beforeEach(() => {
  workspaceId = newId();
});

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };
const SYNC_DEADLINE_MS = 35_000;

function submission(fields: Parameters<typeof aSubmission>[1] = {}): OutputsSubmitted {
  return aSubmission(evaluator.clock, { workspaceId, ...fields });
}

async function send(...submissions: OutputsSubmitted[]): Promise<void> {
  await evaluator.bus.send(submissions.map(submittedEvent));
}

async function lookUp(...ids: string[]): Promise<unknown> {
  const internal = await evaluator.internal();
  return (await internal.post('/internal/evaluations', { workspaceId, ids })).body;
}

/** Waits until an event sent after all others is through, so that nothing more is on its way. */
async function settle(): Promise<void> {
  const marker = submission();
  await send(marker);
  await evaluator.resultOf(marker.id);
}

describe('a submission', () => {
  test('is evaluated by the rules of its workspace and published', async () => {
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', RULE);
    await api.post('/api/rules', { name: 'Short', type: 'max_length', value: '20' });
    const output = submission({ output: 'We guarantee you the money.' });

    await send(output);

    const result = await evaluator.resultOf(output.id);
    expect(result).toMatchObject({
      workspaceId,
      run: 1,
      outcome: 'fail',
      confidenceScore: 1,
      explanation:
        'Forbidden phrase “guarantee” found at 4: We guarantee you the money. ' +
        'Too long: 27 characters, at most 20 allowed.',
      appliedRules: [{ outcome: 'failed' }, { outcome: 'failed' }],
    });
    expect(await lookUp(output.id, newId())).toEqual({ evaluations: [result] });
    const ids = result.appliedRules.map(({ ruleVersionId }) => ruleVersionId);
    const internal = await evaluator.internal();
    expect((await internal.post('/internal/rule-versions', { workspaceId, ids })).body).toEqual({
      versions: expect.arrayContaining([
        expect.objectContaining({ ruleName: 'No promises', ruleVersion: 1, scope: 'global' }),
        expect.objectContaining({ ruleName: 'Short', ruleValue: '20' }),
      ]),
    });
  });

  test('is passed where no rule applies', async () => {
    const output = submission();

    await send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'pass',
      explanation: 'No rules apply.',
      appliedRules: [],
    });
  });

  test('that comes again and again is evaluated and published once', async () => {
    const output = submission();

    await send(output, output);
    await send(output);
    await settle();

    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });

  test('of another workspace with the same id has a result of its own', async () => {
    const id = newId();
    const mine = submission({ id, output: 'We guarantee it.' });
    const theirs = { ...mine, workspaceId: newId() };
    await (await evaluator.api(workspaceId)).post('/api/rules', RULE);

    await send(mine, theirs);
    await eventually(() => expect(evaluator.publishedOf(id)).toHaveLength(2));

    const outcomes = evaluator.publishedOf(id).map((each) => [each.workspaceId, each.outcome]);
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([
        [workspaceId, 'fail'],
        [theirs.workspaceId, 'pass'],
      ]),
    );
  });

  test('that is poison is set aside alone, ends as an error, and is replayed as a new run', async () => {
    const good = Array.from({ length: 499 }, () => submission());
    const unreadable = submission();
    // It is as the contract says, and the database cannot store it.
    const refused = { ...submittedEvent(submission()), traceparent: '\u0000' };
    const [, refusedId = ''] = refused.key.split('/');
    const events = good.map(submittedEvent);
    events.splice(250, 0, refused);
    events.splice(100, 0, {
      ...submittedEvent(unreadable),
      json: JSON.stringify({ ...unreadable, projectId: 7 }),
    });

    await evaluator.bus.send(events);

    for (const id of [unreadable.id, refusedId]) {
      expect(await evaluator.resultOf(id)).toMatchObject({ run: 1, outcome: 'error' });
    }
    await eventually(() => {
      expect(good.every(({ id }) => evaluator.publishedOf(id).length === 1)).toBe(true);
    });
    const internal = await evaluator.internal();
    const { body } = await internal.get('/internal/dead-letters');
    const letters = (body as { deadLetters: { id: string; key: string; code: string }[] })
      .deadLetters;
    expect(letters.map(({ key, code }) => [key, code]).sort()).toEqual(
      [
        [`${workspaceId}/${unreadable.id}`, 'INVALID'],
        [`${workspaceId}/${refusedId}`, 'REFUSED'],
      ].sort(),
    );

    const ids = [...letters.map(({ id }) => id), '999999'];
    expect((await internal.post('/internal/dead-letters/replay', { ids })).body).toEqual({
      replayed: letters.map(({ id }) => id),
      failed: [{ id: '999999', reason: expect.any(String) }],
    });
    expect([...evaluator.peers.requestedRuns].sort()).toEqual([unreadable.id, refusedId].sort());
    expect((await internal.get('/internal/dead-letters')).body).toEqual({ deadLetters: [] });
  });
});

describe('a sync submission', () => {
  test('is evaluated inline, and its event does not evaluate it again', async () => {
    const output = submission({ sync: true });
    const internal = await evaluator.internal();

    const answer = await internal.post('/internal/evaluate', output);
    await send(output);
    await settle();
    evaluator.clock.advance(SYNC_DEADLINE_MS);

    const again = await internal.post('/internal/evaluate', output);
    expect(answer).toMatchObject({ status: 200, body: { id: output.id, outcome: 'pass' } });
    expect(again.body).toEqual(answer.body);
    expect(evaluator.publishedOf(output.id)).toEqual([answer.body]);
  });

  test('whose event came first is claimed by the inline call', async () => {
    const output = submission({ sync: true });
    await send(output);
    await settle();
    expect(await lookUp(output.id)).toEqual({ evaluations: [] });

    const internal = await evaluator.internal();
    const answers = await Promise.all([
      internal.post('/internal/evaluate', output),
      internal.post('/internal/evaluate', output),
    ]);

    expect(answers[0].body).toEqual(answers[1].body);
    evaluator.clock.advance(SYNC_DEADLINE_MS);
    await settle();
    expect(evaluator.publishedOf(output.id)).toEqual([answers[0].body]);
  });

  test('that nobody comes for is evaluated 35 s after its acceptance, and not before', async () => {
    const output = submission({ sync: true });
    await send(output);
    evaluator.clock.advance(SYNC_DEADLINE_MS - 1);
    await settle();
    expect(evaluator.publishedOf(output.id)).toEqual([]);

    evaluator.clock.advance(1);

    expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 1, outcome: 'pass' });
    await settle();
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });
});

describe('an evaluation again', () => {
  const request = (output: OutputsSubmitted, run: number) =>
    eventOf(TOPICS.outputsReevaluationRequested, {
      ...{ workspaceId: output.workspaceId, id: output.id, run },
      requestedAt: evaluator.clock.now().toISOString(),
      projectId: output.projectId,
      taskId: null,
      content: output.content,
    } as { workspaceId: string; id: string });

  test('is a run of its own with the rules of now', async () => {
    const output = submission({ output: 'We guarantee it.' });
    await send(output);
    await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', RULE);

    await evaluator.bus.send([request(output, 2)]);

    await eventually(() => expect(evaluator.publishedOf(output.id)).toHaveLength(2));
    expect(evaluator.publishedOf(output.id)).toMatchObject([
      { run: 1, outcome: 'pass' },
      { run: 2, outcome: 'fail' },
    ]);
  });

  test('of a run that has its result publishes the same result again', async () => {
    const output = submission();
    await send(output);
    const first = await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', { ...RULE, value: 'money' });

    await evaluator.bus.send([request(output, 1)]);

    await eventually(() => expect(evaluator.publishedOf(output.id)).toEqual([first, first]));
  });
});

describe('a deleted output', () => {
  const deleted = (output: OutputsSubmitted) =>
    eventOf(TOPICS.outputsDeleted, {
      ...{ workspaceId: output.workspaceId, id: output.id, sequence: 1 },
      deletedAt: evaluator.clock.now().toISOString(),
    } as { workspaceId: string; id: string });

  test('is forgotten, and a late submission or evaluation of it publishes nothing', async () => {
    const output = submission({ sync: true });
    await send(output);

    await evaluator.bus.send([deleted(output)]);
    await send({ ...output, sync: false });
    const internal = await evaluator.internal();
    const inline = await internal.post('/internal/evaluate', output);
    evaluator.clock.advance(SYNC_DEADLINE_MS);
    await settle();

    expect(inline).toMatchObject({ status: 404 });
    expect(evaluator.publishedOf(output.id)).toEqual([]);
    expect(await lookUp(output.id)).toEqual({ evaluations: [] });
  });

  test('loses its result', async () => {
    const output = submission();
    await send(output);
    await evaluator.resultOf(output.id);

    await evaluator.bus.send([deleted(output), deleted(output)]);

    expect(await lookUp(output.id)).toEqual({ evaluations: [] });
  });
});

describe('two replicas', () => {
  test('a rule holds on the other one from its answer on, fifty times', async () => {
    const replica = await evaluator.startReplica();
    try {
      const api = await evaluator.api(workspaceId);
      const who = { workspaceId, role: 'manager' } as const;
      const other = await apiOf(replica.url, evaluator.assertions, who);
      const asGateway = { kind: 'service', service: 'gateway' } as const;
      const inline = other.with(await evaluator.assertions.headersFor(asGateway));
      for (let round = 0; round < 50; round += 1) {
        const output = `<word ${round}>`;
        expect(await dryRun(other, output)).toMatchObject({ verdict: 'pass' });

        await api.post('/api/rules', { ...RULE, value: output });

        expect(await dryRun(other, output)).toMatchObject({ verdict: 'fail' });
        const answer = await inline.post('/internal/evaluate', submission({ output, sync: true }));
        expect(answer).toMatchObject({ status: 200, body: { outcome: 'fail' } });
      }
    } finally {
      await replica.stop();
    }
  });

  async function dryRun(api: ApiClient, output: string): Promise<unknown> {
    const { content } = submission({ output });
    evaluator.peers.outputs.set(output, { projectId: 'p1', taskId: null, content });
    return (await api.post('/api/rules/evaluate', { logId: output })).body;
  }
});

describe('a rule', () => {
  test('is applied as it is at the moment: changed, switched off, deleted', async () => {
    const api = await evaluator.api(workspaceId);
    const { body } = await api.post('/api/rules', RULE);
    const { id } = body as { id: string };
    const outcomeNow = async (): Promise<string> => {
      const output = submission({ output: 'We guarantee it.' });
      await send(output);
      return (await evaluator.resultOf(output.id)).outcome;
    };

    expect(await outcomeNow()).toBe('fail');
    await api.patch(`/api/rules/${id}`, { value: 'warrant' });
    expect(await outcomeNow()).toBe('pass');
    await api.patch(`/api/rules/${id}`, { value: 'guarantee', isActive: false });
    expect(await outcomeNow()).toBe('pass');
    await api.patch(`/api/rules/${id}`, { isActive: true });
    expect(await outcomeNow()).toBe('fail');
    await api.delete(`/api/rules/${id}`);
    expect(await outcomeNow()).toBe('pass');
  });

  test('of a project follows the id through a rename, and shows the new name', async () => {
    const api = await evaluator.api(workspaceId);
    const created = await api.post('/api/rules', { ...RULE, projectName: 'Old' });
    const { id, projectId } = created.body as { id: string; projectId: string };
    const renamed = {
      ...{ workspaceId, id: projectId, kind: 'project', projectId: null, name: 'New' },
      ...{ aliasKeys: ['old'], version: 2, deleted: false },
    };

    await evaluator.bus.send([
      eventOf(TOPICS.projectsChanged, renamed),
      eventOf(TOPICS.projectsChanged, { ...renamed, name: 'Older', version: 1 } as typeof renamed),
    ]);

    expect(await api.get(`/api/rules/${id}`)).toMatchObject({ body: { projectName: 'New' } });
    const output = submission({ projectId, projectName: 'New', output: 'We guarantee it.' });
    await send(output);
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'fail' });
  });
});
