import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS, type OutputsSubmitted } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  startTestReview,
  type TestReview,
} from './test-review.ts';

let t: TestReview;

beforeAll(async () => {
  t = await startTestReview();
});

afterAll(async () => {
  await t.stop();
});

async function anEvaluated(
  outcome: 'pass' | 'fail' | 'error' = 'fail',
  given: Partial<OutputsSubmitted> = {},
) {
  const output = aSubmission(given);
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome }));
  return output;
}

function publishedOf({ id }: { id: string }, topic: string): Record<string, unknown>[] {
  return t.published
    .filter((event) => event.topic === topic && event.key.endsWith(id))
    .map(({ json }) => JSON.parse(json) as Record<string, unknown>);
}

async function summaryOf(workspaceId: string) {
  const api = await t.as(aToken(workspaceId));
  return ((await api.get('/api/logs')).body as { summary: unknown }).summary;
}

describe('a decision', () => {
  test('is stored, counted and announced once', async () => {
    const output = await anEvaluated();
    const api = await t.as(aPerson(output.workspaceId, 'reviewer'));
    expect(await summaryOf(output.workspaceId)).toMatchObject({ pendingReviews: 1 });
    const path = `/api/logs/${output.id}/decision`;

    const first = await api.patch(path, { decision: 'approved', comment: 'Fine.' });
    const again = await api.patch(path, { decision: 'approved', comment: 'Fine.' });

    expect(first.body).toEqual({ ok: true, id: output.id, humanDecision: 'approved' });
    expect(again.status).toBe(200);
    expect(await summaryOf(output.workspaceId)).toMatchObject({
      ...{ totalRuns: 1, failuresDetected: 1, pendingReviews: 0 },
    });
    expect((await api.get(`/api/logs/${output.id}`)).body).toMatchObject({
      ...{ status: 'flagged', humanDecision: 'approved', comment: 'Fine.' },
      ...{ decidedBy: 'ada@example.com', decisionSource: 'dashboard' },
      decisions: [{ decision: 'approved', clearedAt: null }],
    });
    await eventually(() =>
      expect(publishedOf(output, 'outputs.decided')).toEqual([
        expect.objectContaining({ sequence: 1, decision: 'approved', comment: 'Fine.' }),
      ]),
    );
  });

  test('is refused while the output is pending', async () => {
    const output = aSubmission();
    await t.submit(output);
    const api = await t.as(aToken(output.workspaceId));

    const answer = await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });

    expect(answer).toMatchObject({ status: 409, body: { code: 'STILL_EVALUATING' } });
  });

  test('takes override to be changed, and the former one stays in the list', async () => {
    const output = await anEvaluated();
    const api = await t.as(aToken(output.workspaceId, 'bot'));
    const path = `/api/logs/${output.id}/decision`;
    await api.patch(path, { decision: 'approved' });

    const refused = await api.patch(path, { decision: 'rejected' });
    const forced = await api.patch(path, { decision: 'rejected', override: true });

    expect(refused).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    expect(forced.status).toBe(200);
    expect((await api.get(`/api/logs/${output.id}`)).body).toMatchObject({
      ...{ humanDecision: 'rejected', decidedBy: 'token:bot', decisionSource: 'api' },
      decisions: [
        { decision: 'approved', clearedAt: expect.any(String) },
        { decision: 'rejected', clearedAt: null },
      ],
    });
  });

  test('of a change needs exactly one of comment and correctedOutput', async () => {
    const output = await anEvaluated();
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}/decision`;
    const changed = { decision: 'changed' };

    for (const body of [changed, { ...changed, comment: 'a', correctedOutput: 'b' }]) {
      const answer = await api.patch(path, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    }
    expect((await api.patch(path, { ...changed, correctedOutput: 'b' })).status).toBe(200);
  });

  test('of two at once is made by one; the other is told', async () => {
    const output = await anEvaluated();
    const api = await t.as(aPerson(output.workspaceId));
    const path = `/api/logs/${output.id}/decision`;

    const answers = await Promise.all([
      api.patch(path, { decision: 'approved' }),
      api.patch(path, { decision: 'rejected' }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { decisions } = (await api.get(`/api/logs/${output.id}`)).body as {
      decisions: unknown[];
    };
    expect(decisions).toHaveLength(1);
  });
});

describe('a flag', () => {
  test('sends a decided output back into the queue and keeps the decision as a past one', async () => {
    const output = await anEvaluated('pass');
    const api = await t.as(aToken(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });

    const answer = await api.patch(`/api/logs/${output.id}/status`, {
      ...{ status: 'flagged', reason: 'A customer complained.', flaggedBy: 'end_user' },
    });

    expect(answer.body).toEqual({ ok: true, id: output.id, status: 'flagged' });
    expect((await api.get(`/api/logs/${output.id}`)).body).toMatchObject({
      ...{ status: 'flagged', humanDecision: null, flaggedBy: 'end_user', verdict: 'pass' },
      flagReason: 'A customer complained.',
      explanation: 'A customer complained. All 1 rules passed.',
      decisions: [{ decision: 'approved', clearedAt: expect.any(String) }],
    });
    expect(await summaryOf(output.workspaceId)).toMatchObject({ pendingReviews: 1 });
    await eventually(() => expect(publishedOf(output, 'outputs.flagged')).toHaveLength(1));
    expect(publishedOf(output, 'outputs.flagged')[0]).toMatchObject({ sequence: 2 });
  });

  test('is refused while the output is pending, and any other status is malformed', async () => {
    const output = aSubmission();
    await t.submit(output);
    const api = await t.as(aToken(output.workspaceId));

    const early = await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });
    const wrong = await api.patch(`/api/logs/${output.id}/status`, { status: 'pass' });

    expect(early).toMatchObject({ status: 409, body: { code: 'STILL_EVALUATING' } });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { status: expect.any(String) } } });
  });
});

describe('evaluating again', () => {
  test('makes a new run, whose result alone counts; a flagged output comes back flagged', async () => {
    const output = await anEvaluated('pass');
    const api = await t.as(aPerson(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });

    const answer = await api.post(`/api/logs/${output.id}/evaluate`);
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    await t.evaluate(anEvaluation(output, { outcome: 'error', run: 1 }));
    expect((await api.get(`/api/logs/${output.id}/status`)).body).toMatchObject({
      ...{ status: 'pending', verdict: null, explanation: null },
    });

    await t.evaluate(anEvaluation(output, { run: 2 }));
    expect((await api.get(`/api/logs/${output.id}/status`)).body).toMatchObject({
      ...{ status: 'flagged', verdict: 'pass' },
    });
    const { events } = (await api.get(`/api/logs/${output.id}/timeline`)).body as {
      events: { stage: string }[];
    };
    expect(events.filter(({ stage }) => stage === 'evaluated')).toHaveLength(2);
  });

  test('is refused while pending and when decided', async () => {
    const output = await anEvaluated();
    const api = await t.as(aPerson(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });
    const decided = await api.post(`/api/logs/${output.id}/evaluate`);
    expect(decided).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });

    const pending = aSubmission();
    await t.submit(pending);
    const early = await (
      await t.as(aPerson(pending.workspaceId))
    ).post(`/api/logs/${pending.id}/evaluate`);
    expect(early).toMatchObject({ status: 409, body: { code: 'STILL_EVALUATING' } });
  });
});

describe('many at once', () => {
  test('what cannot be decided is skipped and listed', async () => {
    const good = await anEvaluated();
    const { workspaceId } = good;
    const decided = await anEvaluated('fail', { workspaceId });
    const pending = aSubmission({ workspaceId });
    await t.submit(pending);
    const foreign = await anEvaluated();
    const api = await t.as(aPerson(workspaceId, 'reviewer'));
    await api.patch(`/api/logs/${decided.id}/decision`, { decision: 'rejected' });

    const ids = [good.id, good.id, decided.id, pending.id, foreign.id];
    const body = { ids, action: 'approve', comment: 'All fine.' };
    const early = await api.patch('/api/logs/bulk', body);
    const answer = await api.patch('/api/logs/bulk', body, { [INTERNAL_HEADERS.asIs]: '1' });

    expect(early.headers.get(INTERNAL_HEADERS.reviewState)).toBe('not-seen');
    expect(early.headers.get(INTERNAL_HEADERS.ids)).toBe(JSON.stringify([foreign.id]));
    expect(answer.body).toEqual({
      ...{ ok: true, count: 1 },
      skipped: [
        { id: decided.id, code: 'ALREADY_DECIDED' },
        { id: pending.id, code: 'STILL_EVALUATING' },
        { id: foreign.id, code: 'NOT_FOUND' },
      ],
    });
    expect(await summaryOf(workspaceId)).toMatchObject({ pendingReviews: 0, totalRuns: 3 });
  });

  test('deleting takes a manager and tells the gateway which ids went', async () => {
    const one = await anEvaluated();
    const { workspaceId } = one;
    const other = await anEvaluated('pass', { workspaceId });
    const body = { ids: [one.id, other.id], action: 'delete' };

    const refused = await (
      await t.as(aPerson(workspaceId, 'reviewer'))
    ).patch('/api/logs/bulk', body);
    const answer = await (await t.as(aPerson(workspaceId))).patch('/api/logs/bulk', body);

    expect(refused.status).toBe(403);
    expect(answer.body).toEqual({ ok: true, count: 2, skipped: [] });
    expect(
      (JSON.parse(answer.headers.get(INTERNAL_HEADERS.deletedIds) ?? '[]') as string[]).sort(),
    ).toEqual([one.id, other.id].sort());
    expect(await summaryOf(workspaceId)).toMatchObject({ totalRuns: 0 });
  });

  test('no ids, or more than a thousand, are refused', async () => {
    const api = await t.as(aPerson('w'));
    for (const ids of [[], Array.from({ length: 1001 }, (_, n) => `id-${n}`)]) {
      const answer = await api.patch('/api/logs/bulk', { ids, action: 'approve' });
      expect(answer).toMatchObject({ status: 400, body: { fields: { ids: expect.any(String) } } });
    }
  });
});
