import { beforeEach, describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { Client } from 'pg';

import { aSubmission } from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();
let workspaceId: string;

beforeEach(() => {
  workspaceId = newId();
});

const SYNC_DEADLINE_MS = 35_000;

function submission(fields: Parameters<typeof aSubmission>[1] = {}): OutputsSubmitted {
  return aSubmission(evaluator.clock, { workspaceId, ...fields });
}

async function lookUp(...ids: string[]): Promise<unknown> {
  const internal = await evaluator.internal();
  return (await internal.post('/internal/evaluations', { workspaceId, ids })).body;
}

/** Changes the row of an output in a way that no replica writes. */
async function change(id: string, assignments: string): Promise<void> {
  const admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
  await admin.query(`UPDATE evaluator.evaluations SET ${assignments} WHERE output_id = $1`, [id]);
  await admin.end();
}

describe('a sync submission', () => {
  test('is evaluated inline, and its event does not evaluate it again', async () => {
    const output = submission({ sync: true });
    const internal = await evaluator.internal();

    const answer = await internal.post('/internal/evaluate', output);
    await evaluator.send(output);
    await evaluator.settle();
    evaluator.clock.advance(SYNC_DEADLINE_MS);

    const again = await internal.post('/internal/evaluate', output);
    expect(answer).toMatchObject({ status: 200, body: { id: output.id, outcome: 'pass' } });
    expect(again.body).toEqual(answer.body);
    expect(evaluator.publishedOf(output.id)).toEqual([answer.body]);
  });

  test('with the id of one of another workspace has its own result', async () => {
    const other = submission({ sync: true, workspaceId: newId() });
    const internal = await evaluator.internal();
    await internal.post('/internal/evaluate', other);

    const answer = await internal.post('/internal/evaluate', { ...other, workspaceId });

    expect(answer).toMatchObject({ status: 200, body: { workspaceId } });
  });

  test('whose event arrives first is claimed by the inline call', async () => {
    const output = submission({ sync: true });
    await evaluator.send(output);
    await evaluator.settle();
    expect(await lookUp(output.id)).toEqual({ evaluations: [] });

    const internal = await evaluator.internal();
    const answers = await Promise.all([
      internal.post('/internal/evaluate', output),
      internal.post('/internal/evaluate', output),
    ]);

    expect(answers[0].body).toEqual(answers[1].body);
    evaluator.clock.advance(SYNC_DEADLINE_MS);
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([answers[0].body]);
  });

  test('without an inline call is evaluated 35 s after its acceptance, and not before', async () => {
    const output = submission({ sync: true });
    await evaluator.send(output);
    evaluator.clock.advance(SYNC_DEADLINE_MS - 1);
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([]);

    evaluator.clock.advance(1);

    expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 1, outcome: 'pass' });
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });

  test('that breaks ends as an error, and delays none that is due with it', async () => {
    const broken = submission({ sync: true });
    const other = submission({ sync: true, workspaceId: newId() });
    await evaluator.send(broken, other);
    await change(broken.id, `request = '${JSON.stringify({ ...broken, content: null })}'`);

    evaluator.clock.advance(SYNC_DEADLINE_MS);

    expect(await evaluator.resultOf(other.id)).toMatchObject({ run: 1, outcome: 'pass' });
    expect(await evaluator.resultOf(broken.id)).toMatchObject({
      ...{ run: 1, outcome: 'error', explanation: expect.stringContaining('on our side') },
    });
  });
});
