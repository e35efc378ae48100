import { expect, test } from '@jest/globals';
import { type OutputsSubmitted, workspacesChanged } from '@output-review/contracts';
import { type Logger, newId } from '@output-review/runtime';
import {
  awaitedLocks,
  eventually,
  silentLog,
  startWebhookReceiver,
  watchReads,
} from '@output-review/runtime/testing';

import { addDelivery, addDestination, untilDelivery } from '../../test/delivery-rows.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { findExpired } from './removal.sql.ts';

const failures: unknown[] = [];
const log: Logger = { ...silentLog, error: (said) => failures.push(said), child: () => log };
const t = useTestReview({ log });

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(t.clock.now().getTime() - days * DAY_MS).toISOString();

async function keepFor(workspaceId: string, retentionDays: number | null, version = 1) {
  const settings = { ...workspacesChanged.examples.valid, workspaceId, retentionDays, version };
  await t.bus.send([
    { ...eventOf('workspaces.changed', { ...settings, id: '' }), json: JSON.stringify(settings) },
  ]);
}

/** Outputs that were made that many days ago, by ID. */
async function submitOld(workspaceId: string, ids: readonly string[], days: number) {
  const outputs = ids.map((id) => {
    const acceptedAt = daysAgo(days);
    return aSubmission({ workspaceId, id, acceptedAt, timestamp: acceptedAt });
  });
  await t.submit(...outputs);
  return outputs;
}

async function endAs(outcome: 'pass' | 'fail' | 'error', outputs: readonly OutputsSubmitted[]) {
  await t.evaluate(
    ...outputs.map((output) => anEvaluation(output, { outcome, evaluatedAt: output.acceptedAt })),
  );
}

async function idsLeft(workspaceId: string): Promise<string[]> {
  const api = await t.as(aToken(workspaceId));
  const { body } = await api.get('/api/logs?fields=id&limit=100');
  return (body as { executions: { id: string }[] }).executions.map(({ id }) => id).sort();
}

const deletionsOf = (workspaceId: string) =>
  t.published
    .filter(({ topic, key }) => topic === 'outputs.deleted' && key.startsWith(workspaceId))
    .map(({ key }) => key.slice(workspaceId.length + 1));

test('expired outputs are deleted with an event each, except those that wait for a decision', async () => {
  const workspaceId = newId();
  const unlimited = newId();
  const many = Array.from({ length: 450 }, (_, n) => `old-${n}`);
  await endAs('pass', await submitOld(workspaceId, many, 31));
  await endAs('pass', await submitOld(workspaceId, ['young'], 29));
  await endAs('fail', await submitOld(workspaceId, ['decided', 'flagged'], 40));
  await endAs('error', await submitOld(workspaceId, ['failed'], 40));
  await submitOld(workspaceId, ['pending'], 40);
  const imported = aSubmission({ workspaceId, id: 'imported', acceptedAt: daysAgo(1) });
  await t.submit({ ...imported, timestamp: daysAgo(400) });
  await endAs('pass', [imported]);
  const ahead = aSubmission({ workspaceId, id: 'ahead', acceptedAt: daysAgo(30.001) });
  await t.submit({ ...ahead, timestamp: daysAgo(29.9985) });
  await endAs('pass', [ahead]);
  await endAs('pass', await submitOld(unlimited, ['kept'], 4_000));
  const api = await t.as(aPerson(workspaceId));
  await api.patch('/api/logs/decided/decision', { decision: 'approved' });

  await keepFor(unlimited, null);
  await keepFor(workspaceId, 30);

  const waiting = ['decided', 'failed', 'flagged', 'imported', 'pending', 'young'];
  await eventually(async () => expect(await idsLeft(workspaceId)).toEqual(waiting));
  // Events are published some time after the commit.
  await eventually(() =>
    expect(deletionsOf(workspaceId).sort()).toEqual([...many, 'ahead'].sort()),
  );
  expect((await api.get('/api/logs/old-7')).status).toBe(404);

  await api.patch('/api/logs/flagged/decision', { decision: 'handled' });
  t.clock.advance(1.1 * DAY_MS);
  await eventually(async () =>
    expect(await idsLeft(workspaceId)).toEqual(['failed', 'imported', 'pending']),
  );
  expect(await idsLeft(unlimited)).toEqual(['kept']);
});

test('an output that settled late stays for a day, and while it has pending deliveries', async () => {
  await using receiver = await startWebhookReceiver();
  const workspaceId = newId();
  await endAs('fail', await submitOld(workspaceId, ['decided', 'told'], 40));
  const [passed] = await submitOld(workspaceId, ['passed'], 40);
  await t.evaluate(anEvaluation(passed!, { evaluatedAt: daysAgo(0) }));
  await endAs('pass', await submitOld(workspaceId, ['witness'], 31));
  const api = await t.as(aPerson(workspaceId));
  for (const id of ['decided', 'told'])
    await api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  const destinationId = await addDestination(t, { workspaceId, url: receiver.url });
  const delivery = await addDelivery(t, {
    ...{ workspaceId, destinationId, outputId: 'told', event: 'approved', state: 'retrying' },
    nextAttemptAt: new Date(daysAgo(-2)),
  });
  await keepFor(workspaceId, 30);
  await eventually(() => expect(deletionsOf(workspaceId)).toEqual(['witness']));
  expect(await idsLeft(workspaceId)).toEqual(['decided', 'passed', 'told']);

  t.clock.advance(1.1 * DAY_MS);
  await eventually(async () => expect(await idsLeft(workspaceId)).toEqual(['told']));
  t.clock.advance(DAY_MS);
  await untilDelivery(t, delivery, { state: 'delivered' });
  t.clock.advance(600_000);
  await eventually(async () => expect(await idsLeft(workspaceId)).toEqual([]));
});

test('an output that begins to wait for a decision at the same moment stays', async () => {
  const workspaceId = newId();
  await endAs('pass', await submitOld(workspaceId, ['held', 'other'], 31));
  await t.sql.transaction(async (tx) => {
    await tx.query(
      `UPDATE review.outputs SET status = 'flagged' WHERE workspace_id = $1 AND id = 'held'`,
      [workspaceId],
    );
    await keepFor(workspaceId, 30);
    await eventually(async () => {
      expect(await awaitedLocks(tx)).not.toEqual([]);
    });
  });

  await eventually(() => expect(deletionsOf(workspaceId)).toEqual(['other']));
  expect(await idsLeft(workspaceId)).toEqual(['held']);
});

test('an output that gets another delivery at the same moment stays', async () => {
  await using receiver = await startWebhookReceiver();
  const workspaceId = newId();
  await endAs('pass', await submitOld(workspaceId, ['held', 'other'], 31));
  const destinationId = await addDestination(t, { workspaceId, url: receiver.url });
  const delivery = await addDelivery(t, {
    ...{ workspaceId, destinationId, outputId: 'held', event: 'pass', state: 'delivered' },
  });
  await t.sql.transaction(async (tx) => {
    await tx.query(`SELECT FROM outputs WHERE workspace_id = $1 AND id = 'held' FOR UPDATE`, [
      workspaceId,
    ]);
    await keepFor(workspaceId, 30);
    await eventually(async () => {
      expect(await awaitedLocks(tx)).not.toEqual([]);
    });
    await tx.query(`UPDATE deliveries SET state = 'pending', lease_until = $2 WHERE id = $1`, [
      ...[delivery, new Date(daysAgo(-1))],
    ]);
  });

  await eventually(() => expect(deletionsOf(workspaceId)).toEqual(['other']));
  expect(await idsLeft(workspaceId)).toEqual(['held']);
});

test.each([null, 365])(
  'expiry stops midway when the workspace extends its retention (retentionDays %s)',
  async (days) => {
    const workspaceId = newId();
    const ids = Array.from({ length: 450 }, (_, n) => `old-${String(n).padStart(3, '0')}`);
    await endAs('pass', await submitOld(workspaceId, ids, 31));
    const witness = newId();
    await endAs('pass', await submitOld(witness, ['old'], 31));
    await eventually(async () => {
      const passed = await t.sql.query(
        `SELECT FROM outputs WHERE workspace_id IN ($1, $2) AND status = 'pass'`,
        [workspaceId, witness],
      );
      expect(passed.rows).toHaveLength(451);
    });
    await t.sql.transaction(async (tx) => {
      await tx.query(`SELECT FROM outputs WHERE workspace_id = $1 AND id = 'old-250' FOR UPDATE`, [
        workspaceId,
      ]);
      await keepFor(workspaceId, 30);
      await eventually(async () => {
        expect(await awaitedLocks(tx)).not.toEqual([]);
      });
      await keepFor(workspaceId, days, 2);
      await eventually(async () => {
        const { rows } = await tx.query(
          'SELECT retention_days AS days FROM workspace_settings WHERE workspace_id = $1',
          [workspaceId],
        );
        expect(rows).toEqual([{ days }]);
      });
    });

    // Its turn comes after the one in progress.
    await keepFor(witness, 30);
    await eventually(() => expect(deletionsOf(witness)).toEqual(['old']));
    expect(deletionsOf(workspaceId).sort()).toEqual(ids.slice(0, 200));
  },
);

test('recent imports are passed a page at a time, however many there are', async () => {
  const workspaceId = newId();
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status)
     SELECT $1, 'imported-' || n, $2::timestamptz + n * interval '1 second', $3, $3, true, 'pass'
     FROM generate_series(1, 5000) AS n`,
    [workspaceId, daysAgo(400), daysAgo(1)],
  );
  await endAs('pass', await submitOld(workspaceId, ['due'], 31));
  await eventually(async () => {
    const due = await t.sql.query(
      `SELECT FROM outputs WHERE workspace_id = $1 AND id = 'due' AND status = 'pass'`,
      [workspaceId],
    );
    expect(due.rows).toHaveLength(1);
  });
  await t.sql.query('ANALYZE outputs');
  const { reads, query } = watchReads(t.sql);
  const expiry = { madeBefore: new Date(daysAgo(30)), settledBefore: new Date(daysAgo(1)) };
  let after: Awaited<ReturnType<typeof findExpired>>['next'] = null;
  do after = (await findExpired({ query }, { workspaceId, ...expiry, after })).next;
  while (after);

  expect(reads).toEqual([2000, 2000, 1001]);
  await keepFor(workspaceId, 30);
  await eventually(() => expect(deletionsOf(workspaceId)).toEqual(['due']));
});

test('a failing workspace does not block the others, and is reported', async () => {
  const [failing, other] = [`0-${newId()}`, `1-${newId()}`];
  await endAs('pass', await submitOld(failing, ['old'], 31));
  await endAs('pass', await submitOld(other, ['old'], 31));
  await t.sql.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'no' USING ERRCODE = '22000'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON outputs FOR EACH ROW
      WHEN (NEW.deleted_at IS NOT NULL AND NEW.workspace_id = '${failing}') EXECUTE FUNCTION refuse();`);

  await keepFor(failing, 30);
  await eventually(() => expect(failures).not.toEqual([]));
  await keepFor(other, 30);

  await eventually(() => expect(deletionsOf(other)).toEqual(['old']));
  expect(deletionsOf(failing)).toEqual([]);
  expect(failures).toContainEqual(
    expect.objectContaining({ err: expect.any(AggregateError), loop: 'remove expired outputs' }),
  );
  await t.sql.query('DROP TRIGGER refuse ON outputs');
});
