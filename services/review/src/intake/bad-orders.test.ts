import { describe, expect, test } from '@jest/globals';
import {
  type OutputsSubmitted,
  workspacesChanged,
  type WorkspacesChanged,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually, untilHeldUp } from '@output-review/runtime/testing';

import { approversOf, APPROVED, given, refused, WAITING } from '../../test/approvers.ts';
import { addDelivery, addDestination, deliveryRow } from '../../test/delivery-rows.ts';
import { startFollowing } from '../../test/following.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { NOWHERE } from '../../test/notified-workspaces.ts';

const t = useTestReview();

async function statusOf({ workspaceId, id }: { workspaceId: string; id: string }) {
  const api = await t.as(aToken(workspaceId));
  return (await api.get(`/api/logs/${id}/status`)).body;
}

/** The stored counts and the counts from the rows. */
async function countsOf(workspaceId: string) {
  const kept = await t.sql.query(
    `SELECT status, is_decided, sum(n)::int AS n FROM daily_counts WHERE workspace_id = $1
     GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2`,
    [workspaceId],
  );
  const actual = await t.sql.query(
    `SELECT status, human_decision IS NOT NULL AS is_decided, count(*)::int AS n FROM outputs
     WHERE workspace_id = $1 AND visible GROUP BY 1, 2 ORDER BY 1, 2`,
    [workspaceId],
  );
  return { kept: kept.rows, actual: actual.rows };
}

async function replay(key: string, corrected: OutputsSubmitted | WorkspacesChanged): Promise<void> {
  const { rows } = await t.sql.query<{ id: string }>(
    'UPDATE dead_letters SET json = $1 WHERE key = $2 RETURNING id',
    [JSON.stringify(corrected), key],
  );
  const api = await t.as({ kind: 'operator' });
  const ids = rows.map(({ id }) => id);
  const { body } = await api.post('/internal/dead-letters/replay', { ids });
  expect(body).toEqual({ replayed: ids, failed: [] });
}

describe('an output that is held for a person', () => {
  const ERROR = { outcome: 'error', confidenceScore: null, explanation: 'It broke.' } as const;

  test('is flagged if its rules could not be applied, whichever event comes first', async () => {
    const early = aSubmission({ requireApproval: true });
    const late = aSubmission({ requireApproval: true, workspaceId: early.workspaceId });
    await t.submit(early);
    await t.evaluate(anEvaluation(early, ERROR), anEvaluation(late, ERROR));
    await t.submit(late);

    for (const output of [early, late]) {
      expect(await statusOf(output)).toMatchObject({ status: 'flagged', verdict: null });
    }
    const { kept, actual } = await countsOf(early.workspaceId);
    expect(kept).toEqual(actual);
  });

  test('by a flag stays flagged when a run ends in error', async () => {
    const output = aSubmission();
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    const api = await t.as(aPerson(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });
    expect((await api.post(`/api/logs/${output.id}/evaluate`)).status).toBe(202);

    await t.evaluate(anEvaluation(output, { ...ERROR, run: 2 }));

    expect(await statusOf(output)).toMatchObject({ status: 'flagged', verdict: null });
  });
});

describe('a dead letter', () => {
  test('that is decided meanwhile is completed by its replay and stays counted as decided', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const api = await t.as(aPerson(workspaceId));
    const decided = await api.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
    expect(decided.status).toBe(200);

    await replay(`${workspaceId}/${id}`, output);
    await t.evaluate(anEvaluation(output));

    expect(await statusOf(output)).toMatchObject({ status: 'pass', humanDecision: 'rejected' });
    const { kept, actual } = await countsOf(workspaceId);
    expect(kept).toEqual(actual);
  });

  test('that is deleted meanwhile stays deleted after its replay, and uncounted', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const api = await t.as(aPerson(workspaceId));
    expect((await api.delete(`/api/logs/${id}`)).status).toBe(200);

    await replay(`${workspaceId}/${id}`, output);
    // A further message that cannot be read.
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);

    expect((await api.get(`/api/logs/${id}`)).status).toBe(404);
    expect(await countsOf(workspaceId)).toEqual({ kept: [], actual: [] });
  });

  test('cannot be approved before its replay, so that people approve what they see', async () => {
    const output = aSubmission({
      ...{ requireApproval: true, approvals: { needed: 2, notSubmitter: false } },
    });
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const { ann, approve, output: shown } = await approversOf(t, output);

    const refusal = await approve('ann');
    expect(refusal).toMatchObject(refused(409, 'CONFLICT'));
    expect(refusal.body).toMatchObject({ error: expect.stringContaining('could not be read') });
    expect(await ann.patch('/api/logs/bulk', { ids: [id], action: 'approve' })).toMatchObject({
      body: { count: 0, skipped: [{ id, code: 'CONFLICT' }] },
    });
    expect(await shown()).toMatchObject({ humanDecision: null });

    await replay(`${workspaceId}/${id}`, output);
    await t.evaluate(anEvaluation(output));

    expect(await approve('ann')).toMatchObject(WAITING);
    expect(await approve('ben')).toMatchObject(APPROVED);
  });

  test('cannot be approved before its replay if only its result requires several approvals', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    await t.evaluate(
      anEvaluation(output, {
        ...{ outcome: 'fail', confidenceScore: 0 },
        appliedRules: [
          {
            ...{ ruleVersionId: 'r1@1', outcome: 'failed', summary: 'Too much.', latencyMs: 0.1 },
            ...{ evaluator: 'deterministic', approvals: { needed: 2, notSubmitter: false } },
          },
        ],
      }),
    );
    const { approve, output: shown } = await approversOf(t, output);

    expect(await approve('ann')).toMatchObject(refused(409, 'CONFLICT'));
    await replay(`${workspaceId}/${id}`, output);

    expect(await shown()).toMatchObject(given());
  });

  test('that is flagged meanwhile keeps the reason after its replay', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const api = await t.as(aPerson(workspaceId));
    await api.patch(`/api/logs/${id}/status`, { status: 'flagged', reason: 'Ask Ada first.' });

    await replay(`${workspaceId}/${id}`, output);
    expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ status: 'pending', explanation: null, flagReason: 'Ask Ada first.' },
    });
    await t.evaluate(anEvaluation(output));

    expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ status: 'flagged', verdict: 'pass', explanation: 'All 1 rules passed.' },
      ...{ flaggedBy: 'ada@example.com', flagReason: 'Ask Ada first.' },
    });
  });

  test('cannot be edited before its replay, which would overwrite the edit', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const api = await t.as(aPerson(workspaceId));
    const edit = () => api.patch(`/api/logs/${id}`, { metadata: { ticket: 7 }, tags: ['late'] });

    expect(await edit()).toMatchObject({
      ...{ status: 409, body: { code: 'CONFLICT', error: expect.stringContaining('replayed') } },
    });
    await replay(`${workspaceId}/${id}`, output);

    expect(await edit()).toMatchObject({
      ...{ status: 200, body: { metadata: { ticket: 7 }, tags: ['late'] } },
    });
  });

  test('that is decided after its result is completed without notifying of that result', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    const api = await t.as(aPerson(workspaceId));
    const subscribed = await api.post('/api/subscriptions', { url: NOWHERE });
    expect(subscribed.status).toBe(201);
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    await t.evaluate(anEvaluation(output));
    const decided = await api.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
    expect(decided.status).toBe(200);

    await replay(`${workspaceId}/${id}`, output);

    expect(await statusOf(output)).toMatchObject({ status: 'pass', humanDecision: 'rejected' });
    const { rows } = await t.sql.query<{ event: string }>(
      'SELECT event FROM deliveries WHERE output_id = $1 ORDER BY n',
      [id],
    );
    expect(rows.map(({ event }) => event)).toEqual(['error', 'rejected']);
  });

  test.each([
    ['the result that was there', true],
    ['a later result', false],
  ])('requests no decision any more once its replay passes by %s', async (_by, isThere) => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    const destinationId = await addDestination(t, { workspaceId, url: NOWHERE, kind: 'slack' });
    await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
    const call = { workspaceId, destinationId, outputId: id, event: 'error' as const };
    const nextAttemptAt = new Date(t.clock.now().getTime() + 3_600_000);
    const waiting = await addDelivery(t, { ...call, state: 'retrying', nextAttemptAt });
    const dead = await addDelivery(t, { ...call, state: 'dead' });

    if (isThere) await t.evaluate(anEvaluation(output));
    expect(await statusOf(output)).toMatchObject({ status: 'error' });
    await replay(`${workspaceId}/${id}`, output);
    if (!isThere) await t.evaluate(anEvaluation(output));

    expect(await statusOf(output)).toMatchObject({
      ...{ status: 'pass', explanation: 'All 1 rules passed.' },
    });
    const { kept, actual } = await countsOf(workspaceId);
    expect(kept).toEqual(actual);
    expect(await deliveryRow(t, waiting)).toMatchObject({ state: 'superseded' });
    const api = await t.as(aPerson(workspaceId));
    const replayed = await api.post('/api/deliveries/replay', { destinationId });
    expect(replayed.body).toEqual({ ok: true, count: 0 });
    expect(await deliveryRow(t, dead)).toMatchObject({ state: 'superseded' });
  });

  test.each([
    ['of an unknown outcome', (json: string) => json.replace('"fail"', '"unsure"')],
    ['cut off after its rules', (json: string) => json.slice(0, -1)],
  ])('that is a result %s still requires the approvals of its rules', async (_what, breakIt) => {
    const output = aSubmission();
    const rule = (needed: number, asked: object) => ({
      ...{ ruleVersionId: `r${needed}@1`, outcome: 'failed' as const, latencyMs: 0.1 },
      // Text that only looks like a higher requirement.
      ...{ summary: 'It says "approvals": {"needed": 5}.', evaluator: 'deterministic' as const },
      approvals: { needed, notSubmitter: false, ...asked },
    });
    const result = eventOf(
      'outputs.evaluated',
      anEvaluation(output, {
        ...{ outcome: 'fail', confidenceScore: 0 },
        appliedRules: [rule(2, { notSubmitter: true }), rule(3, { groupIds: ['g'] })],
      }),
    );
    await t.submit(output);

    await t.bus.send([{ ...result, json: breakIt(result.json) }]);

    expect(await statusOf(output)).toMatchObject({ status: 'flagged', verdict: null });
    const { rows } = await t.sql.query('SELECT rule_approvals FROM outputs WHERE id = $1', [
      output.id,
    ]);
    expect(rows).toEqual([{ rule_approvals: { needed: 3, notSubmitter: true, groupIds: ['g'] } }]);
    const { approve } = await approversOf(t, output);
    expect(await approve('ann')).toMatchObject(WAITING);
  });

  test('that is the result of an earlier run does not end the current run', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.submit(output);
    const ofRun = { workspaceId, id, run: 1 };
    const unreadable = eventOf('outputs.evaluated', ofRun);
    await t.bus.send([unreadable]);
    const service = await t.as({ kind: 'operator' });
    await service.post('/internal/runs', { outputs: [{ workspaceId, id }] });

    await t.bus.send([unreadable]);
    expect(await statusOf(output)).toMatchObject({ status: 'pending' });

    await t.evaluate(anEvaluation(output, { run: 2 }));
    expect(await statusOf(output)).toMatchObject({ status: 'pass', verdict: 'pass' });
  });
});

describe('the settings of a workspace', () => {
  const settingsEvent = (
    change: Pick<WorkspacesChanged, 'workspaceId'> & Partial<WorkspacesChanged>,
  ) => ({
    ...eventOf('workspaces.changed', {
      ...workspacesChanged.examples.valid,
      ...{ id: '', version: 1, ...change },
    }),
    key: change.workspaceId,
  });
  const kept = async (workspaceId: string) => {
    const { rows } = await t.sql.query(
      `SELECT version, retention_days, is_deleted FROM workspace_settings WHERE workspace_id = $1`,
      [workspaceId],
    );
    return rows;
  };

  test('are the newest, in any order and with duplicates', async () => {
    const workspaceId = newId();
    const other = newId();
    const third = settingsEvent({ workspaceId, version: 3, retentionDays: 30 });

    await t.bus.send([third, settingsEvent({ workspaceId, version: 2, retentionDays: 20 }), third]);
    await t.bus.send([
      settingsEvent({ workspaceId, retentionDays: 10 }),
      settingsEvent({ workspaceId: other }),
    ]);
    await t.bus.send([third]);

    expect(await kept(workspaceId)).toMatchObject([{ version: 3, retention_days: 30 }]);
    expect(await kept(other)).toMatchObject([{ version: 1, retention_days: 90 }]);
  });

  test('of an erased one stay marked as erased', async () => {
    const workspaceId = newId();

    await t.bus.send([settingsEvent({ workspaceId, version: 4, deleted: true })]);
    await t.bus.send([settingsEvent({ workspaceId, version: 5 })]);

    expect(await kept(workspaceId)).toMatchObject([{ version: 5, is_deleted: true }]);
  });

  test('that cannot be read become dead letters on their own, and their replay applies them', async () => {
    const [broken, whole] = [newId(), newId()];

    await t.bus.send([
      { ...settingsEvent({ workspaceId: broken }), json: '{"version":"x"}' },
      settingsEvent({ workspaceId: whole }),
    ]);
    expect([await kept(broken), await kept(whole)]).toMatchObject([[], [{ version: 1 }]]);

    await replay(broken, { ...workspacesChanged.examples.valid, workspaceId: broken });
    expect(await kept(broken)).toMatchObject([{ version: 3, retention_days: 90 }]);
  });
});

test('a stream tells a withdrawal before the result that waited for another output meanwhile', async () => {
  const workspaceId = newId();
  const [first, second] = ['a', 'b'].map((id) => aSubmission({ workspaceId, id }));
  await t.submit(first!, second!);
  const following = await startFollowing(t);
  const reader = await following.followFromNow(workspaceId);
  const token = await t.as(aToken(workspaceId));

  const { evaluated } = await t.sql.transaction(async (tx) => {
    await tx.query(`SELECT FROM outputs WHERE workspace_id = $1 AND id = 'a' FOR UPDATE`, [
      workspaceId,
    ]);
    const sent = t.evaluate(anEvaluation(first!), anEvaluation(second!));
    await untilHeldUp(tx, 1, 'INSERT INTO outputs');
    expect((await token.post('/api/logs/b/withdraw', {})).status).toBe(200);
    return { evaluated: sent };
  });
  await evaluated;

  await eventually(() => expect(reader.events).toHaveLength(3));
  const ofSecond = reader.events.filter(({ data }) => data['id'] === 'b');
  expect(ofSecond).toMatchObject([
    { event: 'decided', data: { status: 'pending', humanDecision: 'handled' } },
    { event: 'evaluated', data: { status: 'pass', humanDecision: 'handled' } },
  ]);
  await following.stop();
});
