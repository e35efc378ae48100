import { describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS, workspacesChanged } from '@output-review/contracts';
import { eventually, untilHeldUp } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();

async function statusOf({ workspaceId, id }: { workspaceId: string; id: string }) {
  const api = await t.as(aToken(workspaceId));
  return api.get(`/api/logs/${id}/status`);
}

async function totalOf(workspaceId: string, query = ''): Promise<number> {
  const api = await t.as(aToken(workspaceId));
  const { body } = await api.get(`/api/logs?${query}`);
  return (body as { total: number }).total;
}

describe('events', () => {
  test('a submission is pending until its result is applied', async () => {
    const output = aSubmission();
    await t.submit(output);
    expect((await statusOf(output)).body).toMatchObject({ status: 'pending', verdict: null });

    await t.evaluate(anEvaluation(output));

    expect((await statusOf(output)).body).toEqual({
      ...{ id: output.id, status: 'pass', verdict: 'pass', confidenceScore: 1 },
      ...{ explanation: 'All 1 rules passed.', humanDecision: null, settled: true },
      ...{ comment: null, correctedOutput: null, correctedAction: null, approvals: null },
      ...{ decidedBy: null, decidedAt: null },
    });
    expect(await totalOf(output.workspaceId, 'status=pass')).toBe(1);
  });

  test('a result that comes first waits, hidden, for its submission', async () => {
    const output = aSubmission({ requireApproval: true });
    await t.evaluate(anEvaluation(output));

    const early = await statusOf(output);
    expect(early.status).toBe(404);
    expect(early.headers.get(INTERNAL_HEADERS.reviewState)).toBe('not-seen');
    expect(await totalOf(output.workspaceId)).toBe(0);

    await t.submit(output);
    expect((await statusOf(output)).body).toMatchObject({ status: 'flagged', verdict: 'pass' });
    expect(await totalOf(output.workspaceId, 'pending=true')).toBe(1);
  });

  test('duplicates of every event, in one batch and later, change nothing', async () => {
    const output = aSubmission();
    const other = { ...output, content: { ...output.content, output: 'another text' } };
    await t.submit(output, other, output);
    await t.evaluate(anEvaluation(output), anEvaluation(output, { outcome: 'fail' }));
    await t.submit(other);
    await t.evaluate(anEvaluation(output, { outcome: 'error' }));

    const api = await t.as(aToken(output.workspaceId));
    expect((await api.get(`/api/logs/${output.id}`)).body).toMatchObject({
      ...{ status: 'pass', output: output.content.output },
    });
    expect(await totalOf(output.workspaceId)).toBe(1);
  });

  test('the same ID in two workspaces is two outputs', async () => {
    const one = aSubmission({ id: 'shared' });
    const other = aSubmission({ id: 'shared' });
    await t.submit(one, other);
    await t.evaluate(anEvaluation(one, { outcome: 'fail' }));

    expect((await statusOf(one)).body).toMatchObject({ status: 'flagged' });
    expect((await statusOf(other)).body).toMatchObject({ status: 'pending' });
  });

  test('a redelivered result undoes neither a flag nor a decision', async () => {
    const output = aSubmission();
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    const api = await t.as(aPerson(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged', reason: 'Wrong.' });
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'rejected' });

    await t.evaluate(anEvaluation(output));

    expect((await statusOf(output)).body).toMatchObject({
      ...{ status: 'flagged', humanDecision: 'rejected', verdict: 'pass' },
      explanation: 'Wrong. All 1 rules passed.',
    });
  });

  test('an output that was deleted while pending stays deleted', async () => {
    const output = aSubmission({ sessionId: 'a secret name', tags: ['secret'] });
    await t.submit(output);
    const api = await t.as(aPerson(output.workspaceId));
    for (const sessionId of ['another secret', 'a third secret']) {
      const edited = await api.patch(`/api/logs/${output.id}`, { sessionId });
      expect(edited.status).toBe(200);
    }
    expect((await api.delete(`/api/logs/${output.id}`)).body).toEqual({ ok: true });

    await t.evaluate(anEvaluation(output));
    await t.submit(output);

    const answer = await api.get(`/api/logs/${output.id}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get(INTERNAL_HEADERS.reviewState)).toBe('deleted');
    expect((await api.get(`/api/logs/${output.id}/timeline`)).status).toBe(404);
    expect(await totalOf(output.workspaceId)).toBe(0);
    expect(await totalOf(output.workspaceId, 'q=secret')).toBe(0);
    const traces = await t.sql.query(
      `SELECT (SELECT count(*)::int FROM output_bodies WHERE id = $1) AS bodies,
         (SELECT count(*)::int FROM output_results WHERE id = $1) AS results,
         (SELECT count(*)::int FROM search_terms WHERE workspace_id = $2 AND field = 'session') AS terms`,
      [output.id, output.workspaceId],
    );
    expect(traces.rows).toEqual([{ bodies: 0, results: 0, terms: 0 }]);
  });

  test('a removed search term is found again when it comes back', async () => {
    const output = aSubmission({ sessionId: 'comes-and-goes' });
    await t.submit(output);
    const api = await t.as(aPerson(output.workspaceId));
    await api.delete(`/api/logs/${output.id}`);

    await t.submit(aSubmission({ workspaceId: output.workspaceId, sessionId: 'comes-and-goes' }));

    expect(await totalOf(output.workspaceId, 'q=AND-GOES')).toBe(1);
  });

  test('a search term stays found if its last other output is deleted meanwhile', async () => {
    const sessionId = 'stays-while-used';
    const output = aSubmission({ sessionId });
    const { workspaceId } = output;
    const next = aSubmission({ workspaceId, sessionId });
    await t.submit(output);
    const api = await t.as(aPerson(workspaceId));

    const sent = await t.sql.transaction(async (tx) => {
      // Another writer of the same row, for which the submission waits after it has found the term known.
      await tx.query(
        `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
         VALUES ($1, $2, now(), now(), now(), false)`,
        [workspaceId, next.id],
      );
      const submitting = t.submit(next);
      await untilHeldUp(tx, 1, 'session_id, subject_id');
      const deleting = api.delete(`/api/logs/${output.id}`);
      await untilHeldUp(tx, 1, 'SELECT pg_advisory_xact_lock');
      return [submitting, deleting];
    });
    await Promise.all(sent);

    expect(await totalOf(workspaceId, 'q=WHILE-USED')).toBe(1);
  });

  test('one unreadable message in 500 becomes a dead letter on its own, and its output ends in error', async () => {
    const first = aSubmission();
    const { workspaceId } = first;
    const batch = Array.from({ length: 499 }, () => aSubmission({ workspaceId }));
    const poison = eventOf('outputs.submitted', { workspaceId, id: 'poison' });
    const good = batch.map((data) => eventOf('outputs.submitted', data));
    await t.bus.send([...good.slice(0, 250), poison, ...good.slice(250)]);

    expect(await totalOf(workspaceId)).toBe(500);
    expect((await statusOf({ workspaceId, id: 'poison' })).body).toMatchObject({ status: 'error' });
    const api = await t.as({ kind: 'operator' });
    const listed = (await api.get('/internal/dead-letters')).body as {
      deadLetters: { id: string; key: string; code: string; reason: string }[];
    };
    const letters = listed.deadLetters.filter(({ key }) => key === `${workspaceId}/poison`);
    expect(letters).toMatchObject([
      { code: 'INVALID', reason: expect.stringContaining('required') },
    ]);

    // The text was corrected in the table, and a replay completes the row.
    const corrected = aSubmission({ workspaceId, id: 'poison' });
    await t.sql.query('UPDATE dead_letters SET json = $1 WHERE id = $2', [
      JSON.stringify(corrected),
      letters[0]?.id,
    ]);
    const replay = await api.post('/internal/dead-letters/replay', { ids: [letters[0]?.id] });
    expect(replay.body).toEqual({ replayed: [letters[0]?.id], failed: [] });
    expect((await statusOf(corrected)).body).toMatchObject({
      status: 'pending',
      explanation: null,
    });
    expect(await totalOf(workspaceId, 'status=pending')).toBe(500);
    expect(await totalOf(workspaceId)).toBe(500);
  });

  test('an unreadable result ends its output in error, and a replay evaluates it again', async () => {
    const output = aSubmission();
    await t.submit(output);
    const { workspaceId, id } = output;
    await t.bus.send([eventOf('outputs.evaluated', { workspaceId, id })]);
    expect((await statusOf(output)).body).toMatchObject({ status: 'error', verdict: null });

    const api = await t.as({ kind: 'operator' });
    const { rows } = await t.sql.query<{ id: string }>(
      'SELECT id FROM dead_letters WHERE key = $1',
      [`${workspaceId}/${id}`],
    );
    const ids = rows.map((row) => row.id);
    const replay = await api.post('/internal/dead-letters/replay', { ids });

    expect(replay.body).toEqual({ replayed: ids, failed: [] });
    expect((await statusOf(output)).body).toMatchObject({ status: 'pending' });
    await eventually(() =>
      expect(runsAskedOf(output)).toEqual([expect.objectContaining({ run: 2 })]),
    );
  });

  test('a pending output is requested again once per interval, under its run', async () => {
    const output = aSubmission();
    await t.submit(output);
    t.clock.advance(16 * 60_000);

    await eventually(() =>
      expect(runsAskedOf(output)).toEqual([
        expect.objectContaining({ run: 1, content: output.content }),
      ]),
    );
    await t.evaluate(anEvaluation(output));
    expect((await statusOf(output)).body).toMatchObject({ status: 'pass' });
    expect(runsAskedOf(output)).toHaveLength(1);
  });

  test('an outage of the database creates no dead letters', async () => {
    const output = aSubmission();
    await using outage = await t.database.startOutage();
    const { workspaceId } = output;
    const settings = { ...workspacesChanged.examples.valid, workspaceId, id: '' };
    const told = { ...eventOf('workspaces.changed', settings), key: workspaceId };
    const sent = Promise.all([t.submit(output), t.bus.send([told])]);
    await outage.end();
    await sent;

    expect((await statusOf(output)).status).toBe(200);
    const { rows } = await t.sql.query(
      'SELECT version FROM workspace_settings WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ version: 3 }]);
    const letters = await t.sql.query('SELECT key FROM dead_letters WHERE key LIKE $1', [
      `${workspaceId}%`,
    ]);
    expect(letters.rows).toEqual([]);
  });
});

function runsAskedOf({ id }: { id: string }): unknown[] {
  return t.published
    .filter(({ topic, key }) => topic === 'outputs.reevaluation_requested' && key.endsWith(id))
    .map(({ json }) => JSON.parse(json) as unknown);
}
