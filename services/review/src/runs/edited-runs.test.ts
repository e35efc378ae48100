import { expect, test } from '@jest/globals';
import type {
  FileData,
  OutputsEvaluated,
  OutputsReevaluationRequested,
} from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const FILE: FileData = {
  ...{ role: 'output', key: 'w/o/0-chart.png', filename: 'chart.png', label: 'draft' },
  ...{ contentType: 'image/png', sizeBytes: 34 },
};

/** A pending output, and the contents of each request for its run. */
async function aPending() {
  const content = { ...aSubmission().content, metadata: { amount: 5_000 } };
  const output = aSubmission({ attachments: [FILE], content });
  await t.submit(output);
  const api = () => t.as(aPerson(output.workspaceId));
  const path = `/api/logs/${output.id}`;
  const requests = () =>
    t.published
      .filter(({ topic }) => topic === 'outputs.reevaluation_requested')
      .map(({ json }) => JSON.parse(json) as OutputsReevaluationRequested)
      .filter(({ id }) => id === output.id)
      .map(({ run, content: { metadata }, attachments = [] }) => ({
        ...{ run, amount: metadata['amount'], labels: attachments.map(({ label }) => label) },
      }));
  return {
    ...{ output, requests },
    shown: async () => (await (await api()).get(path)).body,
    edit: async (amount: number, label: string) => {
      const change = { metadata: { amount }, attachments: [{ key: FILE.key, label }] };
      expect((await (await api()).patch(path, change)).status).toBe(200);
    },
    startAgain: async () => {
      expect((await (await api()).post(`${path}/evaluate`)).status).toBe(202);
    },
  };
}

test('a repeated request for a run uses the contents of the first, without later edits', async () => {
  const { output, requests, edit, startAgain } = await aPending();
  await edit(2, 'legal');
  await edit(1, 'checked');

  t.clock.advance(16 * 60_000);
  const first = { run: 1, amount: 5_000, labels: ['draft'] };
  await eventually(() => expect(requests()).toEqual([first]));
  await t.evaluate(anEvaluation(output));
  await startAgain();

  const second = { run: 2, amount: 1, labels: ['checked'] };
  await eventually(() => expect(requests()).toEqual([first, second]));
  await edit(0, 'checked again');
  t.clock.advance(16 * 60_000);
  await eventually(() => expect(requests()).toEqual([first, second, second]));
  await t.evaluate(anEvaluation(output, { run: 2 }));
});

test('an unevaluated output is first evaluated without its edits, and keeps the approvals that this requires', async () => {
  const { output, requests, shown, edit, startAgain } = await aPending();
  const unread: Partial<OutputsEvaluated> = {
    ...{ outcome: 'error', confidenceScore: null, appliedRules: [] },
  };
  await t.evaluate(anEvaluation(output, unread));
  await edit(1, 'checked');

  await startAgain();
  const failed: Partial<OutputsEvaluated> = {
    outcome: 'fail',
    appliedRules: [
      {
        ...{ ruleVersionId: 'r1@1', outcome: 'failed', summary: 'Too much.', latencyMs: 0.2 },
        ...{ evaluator: 'deterministic', approvals: { needed: 2, notSubmitter: false } },
      },
    ],
  };
  await t.evaluate(anEvaluation(output, { ...failed, run: 2 }));
  await startAgain();
  await t.evaluate(anEvaluation(output, { run: 3 }));

  await eventually(() =>
    expect(requests()).toEqual([
      { run: 2, amount: 5_000, labels: ['draft'] },
      { run: 3, amount: 1, labels: ['checked'] },
    ]),
  );
  expect(await shown()).toMatchObject({ status: 'flagged', approvals: { needed: 2, given: [] } });
});
