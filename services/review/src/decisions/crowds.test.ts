import { expect, test } from '@jest/globals';
import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { ALL_CONNECTIONS } from '@output-review/runtime/testing';

import { anEvaluation, aSubmission, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview(ALL_CONNECTIONS);

const OUTCOMES = ['pass', 'fail', 'error'] as const;
const outcomeOf = (n: number) => OUTCOMES[n % OUTCOMES.length] ?? 'pass';

function aBatch(size: number): { submissions: OutputsSubmitted[]; results: OutputsEvaluated[] } {
  const workspaceId = newId();
  const submissions = Array.from({ length: size }, (_, n) =>
    aSubmission({ workspaceId, requireApproval: n % 7 === 0 }),
  );
  const results = submissions.map((submission, n) => {
    const outcome = outcomeOf(n);
    const explanation = `result ${n}`;
    return anEvaluation(submission, { outcome, explanation });
  });
  return { submissions, results };
}

function statusOf(n: number): string {
  if (n % 7 === 0) return 'flagged';
  return { pass: 'pass', fail: 'flagged', error: 'error' }[outcomeOf(n)];
}

async function expectAllApplied(submissions: readonly OutputsSubmitted[]): Promise<void> {
  const api = await t.as(aToken(submissions[0]?.workspaceId ?? ''));
  for (const [n, { id }] of submissions.entries()) {
    expect((await api.get(`/api/logs/${id}/status`)).body).toMatchObject({
      status: statusOf(n),
      verdict: outcomeOf(n) === 'error' ? null : outcomeOf(n),
      explanation: `result ${n}`,
    });
  }
  for (const status of ['pass', 'flagged', 'error', 'pending']) {
    const { body } = await api.get(`/api/logs?status=${status}&limit=1`);
    const expected = submissions.filter((_, n) => statusOf(n) === status).length;
    expect({ status, total: (body as { total: number }).total }).toEqual({
      status,
      total: expected,
    });
  }
}

test('results that arrive while their submissions are being stored are stored with them', async () => {
  const { submissions, results } = aBatch(120);

  await Promise.all([t.submit(...submissions), t.evaluate(...results)]);

  await expectAllApplied(submissions);
});

test('partial, duplicate, early and late results are applied once each', async () => {
  const { submissions, results } = aBatch(90);

  await t.evaluate(...results.slice(0, 20));
  await Promise.all([
    t.submit(...submissions, ...submissions.slice(0, 10)),
    t.evaluate(...results.slice(10, 50), ...results.slice(30, 40)),
  ]);
  await Promise.all([t.submit(...submissions), t.evaluate(...results)]);

  await expectAllApplied(submissions);
});

test('an output that is deleted meanwhile stays deleted and does not affect the others', async () => {
  const { submissions, results } = aBatch(60);
  const [gone, ...others] = submissions;
  if (!gone) throw new Error('The batch is empty');
  await t.submit(gone);
  await t.evaluate(anEvaluation(gone));
  const manager = await t.as({
    ...{ kind: 'user', workspaceId: gone.workspaceId, userId: 'u', email: 'ada@example.com' },
    role: 'manager',
  });
  expect((await manager.delete(`/api/logs/${gone.id}`)).status).toBe(200);

  await Promise.all([t.submit(...submissions), t.evaluate(...results)]);

  const api = await t.as(aToken(gone.workspaceId));
  expect((await api.get(`/api/logs/${gone.id}`)).status).toBe(404);
  const { body } = await api.get('/api/logs?limit=1');
  expect((body as { total: number }).total).toBe(others.length);
});

test('a submission that cannot be stored takes no result with it', async () => {
  const { submissions, results } = aBatch(60);
  const poison = aSubmission({ workspaceId: submissions[0]?.workspaceId ?? '', model: 'a\u0000b' });

  await Promise.all([t.submit(...submissions, poison), t.evaluate(...results)]);

  const api = await t.as(aToken(poison.workspaceId));
  const { body } = await api.get('/api/logs?status=pending&limit=1');
  expect((body as { total: number }).total).toBe(0);
  const all = await api.get('/api/logs?limit=1');
  expect((all.body as { total: number }).total).toBe(submissions.length + 1);
});
