import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LabelledOutput, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';

import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();
let workspaceId: string;
let manager: ApiClient;

beforeEach(async () => {
  workspaceId = newId();
  manager = await t.as(aPerson(workspaceId));
});

type Content = Partial<OutputsSubmitted['content']>;
type Given = Partial<Omit<OutputsSubmitted, 'content'>> & { readonly content?: Content };

const PLACE = { projectId: 'p1', taskId: 't1', taskName: 'Letters' };

/** An output that ran under version 2 and failed these rules. */
async function anOutput(given: Given = {}, failed: readonly string[] = []): Promise<string> {
  const { content, ...rest } = given;
  const made = aSubmission({ workspaceId, ...PLACE, instructionsVersion: 2, ...rest });
  await t.submit({ ...made, content: { ...made.content, ...content } });
  const appliedRules = failed.map((ruleVersionId) => ({
    ...{ ruleVersionId, outcome: 'failed' as const, summary: 'Failed.' },
    ...{ evaluator: 'deterministic' as const, latencyMs: 0.1 },
  }));
  const outcome = failed.length === 0 ? 'pass' : 'fail';
  await t.evaluate(anEvaluation(made, { outcome, ...(failed.length > 0 && { appliedRules }) }));
  return made.id;
}

async function decide(id: string, decision: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await manager.patch(`/api/logs/${id}/decision`, decision);
  expect(answer).toMatchObject({ status: 200 });
  // Makes the next decision a later one.
  t.clock.advance(1);
}

interface Labels {
  readonly counts: Readonly<Record<string, number>>;
  readonly outputs: readonly LabelledOutput[];
}

const QUERY = { projectId: 'p1', taskId: 't1', sinceVersion: 2 };

async function labels(query: Readonly<Record<string, unknown>> = {}): Promise<Labels> {
  const { status, body } = await manager.post('/internal/labels', {
    ...{ workspaceId, ...QUERY },
    ...query,
  });
  expect(status).toBe(200);
  return body as Labels;
}

const idsOf = ({ outputs }: Labels) => outputs.map(({ id }) => id);

describe('labels since a version', () => {
  test('are rejected and changed outputs, the latest first, with the number of approved ones', async () => {
    const rejected = await anOutput({ content: { output: 'We promise.' } }, ['r2@1', 'r1@1']);
    const changed = await anOutput({ content: { output: 'On Friday.' } });
    const refunded = await anOutput({
      content: {
        output: null,
        action: { name: 'refund', summary: 'Refund 500 EUR', params: { amount: 500, to: 'ada' } },
      },
    });
    await decide(rejected, { decision: 'rejected', comment: 'Promise nothing.' });
    await decide(changed, { decision: 'changed', correctedOutput: 'Soon.' });
    const correctedAction = { params: { amount: 50, to: 'ada' } };
    await decide(refunded, { decision: 'changed', correctedAction });
    await decide(await anOutput(), { decision: 'approved' });

    expect(await labels()).toEqual({
      counts: { approved: 1, changed: 2, rejected: 1 },
      outputs: [
        {
          ...{ id: refunded, decision: 'changed', failedRules: [], comment: null, output: null },
          correctedOutput: null,
          action: {
            ...{ name: 'refund', summary: 'Refund 500 EUR' },
            params: '{"amount":500,"to":"ada"}',
          },
          correctedParams: '{"amount":50,"to":"ada"}',
        },
        {
          ...{ id: changed, decision: 'changed', failedRules: [], comment: null },
          ...{ output: 'On Friday.', correctedOutput: 'Soon.', action: null },
          correctedParams: null,
        },
        {
          ...{ id: rejected, decision: 'rejected' },
          failedRules: ['Name of r1@1', 'Name of r2@1'],
          ...{ comment: 'Promise nothing.', output: 'We promise.', correctedOutput: null },
          ...{ action: null, correctedParams: null },
        },
      ],
    });
  });

  test('are current decisions: not handled, by deadline, undone, or flagged again', async () => {
    const handled = await anOutput();
    const overdue = await anOutput();
    const flagged = await anOutput();
    const undone = await anOutput();
    const kept = await anOutput();
    await decide(handled, { decision: 'handled' });
    for (const id of [overdue, flagged, undone, kept]) {
      await decide(id, { decision: 'rejected', comment: 'No.' });
    }
    await t.sql.query(
      `UPDATE outputs SET decision_source = 'deadline', label_source = NULL WHERE id = $1`,
      [overdue],
    );
    await manager.patch(`/api/logs/${flagged}/status`, { status: 'flagged', explanation: 'Hm.' });
    await decide(undone, { decision: 'approved', override: true });

    const found = await labels();

    expect(idsOf(found)).toEqual([kept]);
    expect(found.counts).toEqual({ approved: 1, changed: 0, rejected: 1 });
  });

  test('are of outputs that ran under it or a later one, whenever they were decided', async () => {
    const earlier = await anOutput({ instructionsVersion: 1 });
    const own = await anOutput();
    const later = await anOutput({ instructionsVersion: 3 });
    const without = await anOutput({ instructionsVersion: null });
    for (const id of [own, later, without, earlier]) {
      await decide(id, { decision: 'rejected', comment: 'No.' });
    }

    expect(idsOf(await labels())).toEqual([later, own]);
    expect(idsOf(await labels({ sinceVersion: 1 }))).toEqual([earlier, later, own]);
  });

  test('are of one task, without deleted outputs or other workspaces', async () => {
    const kept = await anOutput();
    const others = [await anOutput({ taskId: 't2' }), await anOutput({ projectId: 'p2' })];
    const gone = await anOutput();
    for (const id of [kept, ...others, gone]) {
      await decide(id, { decision: 'rejected', comment: 'No.' });
    }
    await manager.delete(`/api/logs/${gone}`);
    const outsider = await t.as(aPerson(newId()));

    expect(idsOf(await labels())).toEqual([kept]);
    expect(await outsider.post('/internal/labels', { workspaceId, ...QUERY })).toMatchObject({
      status: 403,
    });
  });

  test('have at most 50 outputs, and as many as fit into a prompt', async () => {
    for (let n = 0; n < 52; n += 1) {
      await decide(await anOutput(), { decision: 'rejected', comment: `No ${n}.` });
    }
    const short = await labels();
    expect(short.outputs).toHaveLength(50);
    expect(short.outputs[0]).toMatchObject({ comment: 'No 51.' });
    expect(short.counts).toMatchObject({ rejected: 52 });

    for (let n = 0; n < 4; n += 1) {
      const id = await anOutput({ content: { output: 'x'.repeat(1_000_000) } });
      await decide(id, { decision: 'changed', correctedOutput: `${'x'.repeat(999_000)}y` });
    }
    const long = await labels();
    expect(long.outputs.length).toBeGreaterThan(0);
    expect(JSON.stringify(long.outputs).length).toBeLessThan(70_000);
    expect(long.outputs[0]?.correctedOutput).toMatch(/^…x{600}y$/);
  });
});
