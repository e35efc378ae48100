import { describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS } from '@output-review/contracts';

import { aPerson, aSubmission, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

async function summaryOf(workspaceId: string) {
  const api = await t.as(aToken(workspaceId));
  return ((await api.get('/api/logs')).body as { summary: unknown }).summary;
}

describe('a bulk change', () => {
  test('skips and lists outputs that cannot be decided', async () => {
    const good = await t.submitEvaluated();
    const { workspaceId } = good;
    const decided = await t.submitEvaluated('fail', { workspaceId });
    const pending = aSubmission({ workspaceId });
    await t.submit(pending);
    const foreign = await t.submitEvaluated();
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

  test('skips an invalid output ID without waiting for it', async () => {
    const { id, workspaceId } = await t.submitEvaluated();
    const api = await t.as(aPerson(workspaceId, 'reviewer'));

    const answer = await api.patch('/api/logs/bulk', {
      ids: [id, '\u{10018d}', 'a b'],
      action: 'approve',
    });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        count: 1,
        skipped: [
          { id: '\u{10018d}', code: 'NOT_FOUND' },
          { id: 'a b', code: 'NOT_FOUND' },
        ],
      },
    });
  });

  test('deletes only for a manager, and reports the deleted IDs to the gateway', async () => {
    const one = await t.submitEvaluated();
    const { workspaceId } = one;
    const other = await t.submitEvaluated('pass', { workspaceId });
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

  test('with no IDs, or more than a thousand, is refused', async () => {
    const api = await t.as(aPerson('w'));
    for (const ids of [[], Array.from({ length: 1001 }, (_, n) => `id-${n}`)]) {
      const answer = await api.patch('/api/logs/bulk', { ids, action: 'approve' });
      expect(answer).toMatchObject({ status: 400, body: { fields: { ids: expect.any(String) } } });
    }
  });
});
