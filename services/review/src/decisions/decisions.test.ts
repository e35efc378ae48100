import { describe, expect, test } from '@jest/globals';
import { eventually, untilHeldUp } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();

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
    const output = await t.submitEvaluated();
    const api = await t.as(aPerson(output.workspaceId, 'reviewer'));
    expect(await summaryOf(output.workspaceId)).toMatchObject({ pendingReviews: 1 });
    const path = `/api/logs/${output.id}/decision`;

    const first = await api.patch(path, { decision: 'approved', comment: 'Fine.' });
    const again = await api.patch(path, { decision: 'approved', comment: 'Fine.' });

    expect(first.body).toEqual({
      ...{ ok: true, id: output.id, humanDecision: 'approved' },
      ...{ queued: null, notQueuedBecause: null },
    });
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

  test('needs override to be changed, and the previous one stays in the list', async () => {
    const output = await t.submitEvaluated();
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

  test('to change needs either a comment or a correction, not both', async () => {
    const output = await t.submitEvaluated();
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}/decision`;
    const changed = { decision: 'changed' };

    for (const body of [changed, { ...changed, comment: 'a', correctedOutput: 'b' }]) {
      const answer = await api.patch(path, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    }
    expect((await api.patch(path, { ...changed, correctedOutput: 'b' })).status).toBe(200);
  });

  test('of two concurrent ones, one is made and the other gets an error', async () => {
    const output = await t.submitEvaluated();
    const api = await t.as(aPerson(output.workspaceId));
    const path = `/api/logs/${output.id}/decision`;

    const sent = await t.sql.transaction(async (tx) => {
      await tx.query('SELECT FROM outputs WHERE id = $1 FOR UPDATE', [output.id]);
      const waiting = ['approved', 'rejected'].map((decision) => api.patch(path, { decision }));
      await untilHeldUp(tx, 2, 'deadline_acted_at');
      t.clock.advance(1_000);
      return waiting;
    });

    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { decisions } = (await api.get(`/api/logs/${output.id}`)).body as {
      decisions: unknown[];
    };
    // Not when it began to wait: another decision may have been made since.
    expect(decisions).toMatchObject([{ at: t.clock.now().toISOString() }]);
  });
});

describe('a flag', () => {
  test('sends a decided output back into the queue and keeps the decision in the history', async () => {
    const output = await t.submitEvaluated('pass');
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

  test('is refused while the output is pending, and no other status is valid', async () => {
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
  test('starts a new run, whose result alone counts; a flagged output stays flagged', async () => {
    const output = await t.submitEvaluated('pass');
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
    // Only the flag by a person: neither run failed.
    expect(events.filter(({ stage }) => stage === 'flagged')).toHaveLength(1);
  });

  test('is refused while the output is pending and after it was decided', async () => {
    const output = await t.submitEvaluated();
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
