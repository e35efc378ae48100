import { describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS } from '@output-review/contracts';
import { newId, type Transaction } from '@output-review/runtime';
import { asDeadlockVictim, untilHeldUp } from '@output-review/runtime/testing';

import { approversOf } from '../../test/approvers.ts';
import { addDelivery, addDestination } from '../../test/delivery-rows.ts';
import { aPerson, aSubmission, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const FOR_TWO = { needed: 2, notSubmitter: false };

async function summaryOf(workspaceId: string) {
  const api = await t.as(aToken(workspaceId));
  return ((await api.get('/api/logs')).body as { summary: unknown }).summary;
}

/** Locks counts like a decision of another output, in the slot of any connection. */
async function holdCounts(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.query(
    `INSERT INTO daily_counts
     SELECT DISTINCT workspace_id, day, project_id, task_id, status, is_decided, free.slot, 0
     FROM daily_counts, generate_series(6, 13) AS free (slot) WHERE workspace_id = $1`,
    [workspaceId],
  );
}

describe('a bulk change', () => {
  test('skips and lists outputs that cannot be decided', async () => {
    const good = await t.submitEvaluated();
    const { workspaceId } = good;
    const decided = await t.submitEvaluated('fail', { workspaceId });
    const pending = aSubmission({ workspaceId });
    // Its caller may know a result that is not here yet.
    const inline = aSubmission({ workspaceId, sync: true });
    await t.submit(pending, inline);
    const foreign = await t.submitEvaluated();
    const api = await t.as(aPerson(workspaceId, 'reviewer'));
    await api.patch(`/api/logs/${decided.id}/decision`, { decision: 'rejected' });

    const ids = [good.id, good.id, decided.id, pending.id, inline.id, foreign.id];
    const body = { ids, action: 'approve', comment: 'All fine.' };
    const early = await api.patch('/api/logs/bulk', body);
    const answer = await api.patch('/api/logs/bulk', body, { [INTERNAL_HEADERS.asIs]: '1' });

    expect(early.headers.get(INTERNAL_HEADERS.reviewState)).toBe('not-seen');
    expect(early.headers.get(INTERNAL_HEADERS.ids)).toBe(JSON.stringify([inline.id, foreign.id]));
    expect(answer.body).toEqual({
      ...{ ok: true, count: 1 },
      skipped: [
        { id: decided.id, code: 'ALREADY_DECIDED' },
        { id: pending.id, code: 'STILL_EVALUATING' },
        { id: inline.id, code: 'STILL_EVALUATING' },
        { id: foreign.id, code: 'NOT_FOUND' },
      ],
    });
    expect(await summaryOf(workspaceId)).toMatchObject({ pendingReviews: 0, totalRuns: 4 });
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

  test('deletes in the order in which deliveries are recorded, so that neither is a deadlock', async () => {
    const { workspaceId, id: later } = await t.submitEvaluated('fail', { id: `b-${newId()}` });
    const { id: earlier } = await t.submitEvaluated('fail', { workspaceId, id: `a-${newId()}` });
    const destinationId = await addDestination(t, { workspaceId, url: 'https://127.0.0.1/' });
    const delivery = { workspaceId, destinationId, state: 'dead' };
    // Numbered in the order of the events, which is not that of the outputs.
    const first = await addDelivery(t, { ...delivery, outputId: later });
    const second = await addDelivery(t, { ...delivery, outputId: earlier });
    const api = await t.as(aPerson(workspaceId, 'manager'));

    const { deleting } = await asDeadlockVictim(t.sql, async (tx) => {
      const lock = (id: string) =>
        tx.query('SELECT FROM deliveries WHERE id = $1 FOR UPDATE', [id]);
      await lock(first);
      const body = { ids: [earlier, later], action: 'delete' };
      const deletion = api.patch('/api/logs/bulk', body);
      await untilHeldUp(tx, 1, 'deliveries');
      await lock(second);
      return { deleting: deletion };
    });

    expect((await deleting).body).toMatchObject({ count: 2 });
  });

  test('a deletion counts before it locks claims and deliveries, like a decision', async () => {
    const { workspaceId, id } = await t.submitEvaluated();
    const destinationId = await addDestination(t, { workspaceId, url: 'https://127.0.0.1/' });
    await addDelivery(t, { workspaceId, destinationId, outputId: id, state: 'dead' });
    const api = await t.as(aPerson(workspaceId, 'manager'));
    await api.post(`/api/logs/${id}/claim`, {});

    const { deleting } = await asDeadlockVictim(t.sql, async (tx) => {
      await holdCounts(tx, workspaceId);
      const deletion = api.patch('/api/logs/bulk', { ids: [id], action: 'delete' });
      await untilHeldUp(tx, 1, 'daily_counts');
      // A sender that records several deliveries can lock that of the deleted output while it waits for one of the
      // decided output. So can the end of expired claims.
      await tx.query('SELECT FROM claims WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
      await tx.query('SELECT FROM deliveries WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
      return { deleting: deletion };
    });

    expect((await deleting).body).toMatchObject({ count: 1 });
  });

  test('ends the claims of outputs that wait for more approvals after it counted the decided ones', async () => {
    const { workspaceId, id } = await t.submitEvaluated('fail');
    const given = { workspaceId, requireApproval: true, approvals: FOR_TWO };
    const waiting = await t.submitEvaluated('pass', given);
    const { as } = await approversOf(t, waiting);
    const ann = await as('ann');
    await ann.post(`/api/logs/${waiting.id}/claim`, {});

    const { approving } = await asDeadlockVictim(t.sql, async (tx) => {
      await holdCounts(tx, workspaceId);
      const body = { ids: [id, waiting.id], action: 'approve' };
      const approval = ann.patch('/api/logs/bulk', body);
      await untilHeldUp(tx, 1, 'daily_counts');
      // A decision ends claims after it counted.
      await tx.query('SELECT FROM claims WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
      return { approving: approval };
    });

    expect((await approving).body).toEqual({ ok: true, count: 2, skipped: [] });
  });

  test('writes the approvals of all outputs that need several in one statement', async () => {
    const workspaceId = newId();
    const given = { workspaceId, requireApproval: true, approvals: FOR_TWO };
    const outputs = [];
    for (let n = 0; n < 5; n += 1) outputs.push(await t.submitEvaluated('pass', given));
    const { as, demote } = await approversOf(t, outputs[0]!);
    const ids = outputs.map(({ id }) => id);
    await (await as('ann')).patch('/api/logs/bulk', { ids: ids.slice(0, 2), action: 'approve' });
    demote('ann');
    await t.sql.query(`
      CREATE TABLE statements (n int);
      CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO statements SELECT count(*) FROM changed; RETURN NULL; END $$;
      CREATE TRIGGER count_deleted AFTER DELETE ON approvals REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION count_statement();
      CREATE TRIGGER count_added AFTER INSERT ON approvals REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION count_statement();`);

    const answer = await (await as('ben')).patch('/api/logs/bulk', { ids, action: 'approve' });

    expect(answer.body).toEqual({ ok: true, count: 5, skipped: [] });
    const { rows } = await t.sql.query('SELECT n FROM statements');
    expect(rows).toEqual([{ n: 2 }, { n: 5 }]);
    await t.sql.query('DROP FUNCTION count_statement CASCADE');
  });

  test('with no IDs, or more than a thousand, is refused', async () => {
    const api = await t.as(aPerson('w'));
    for (const ids of [[], Array.from({ length: 1001 }, (_, n) => `id-${n}`)]) {
      const answer = await api.patch('/api/logs/bulk', { ids, action: 'approve' });
      expect(answer).toMatchObject({ status: 400, body: { fields: { ids: expect.any(String) } } });
    }
  });
});
