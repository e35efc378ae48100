import { beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import type { SqlClient, SqlStatement } from '@output-review/runtime';
import { busAway, eventually, untilHeldUp } from '@output-review/runtime/testing';
import { Pool } from 'pg';

import { dropBodies, listBodies, listRecentBodies, resendSubmissions } from './bodies.sql.ts';
import type { OutputKey } from './submissions.sql.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway({ rateLimitPerMinute: 0 });
const sent: string[] = [];

beforeAll(() => {
  system.bus.subscribe({
    topic: TOPICS.outputsSubmitted,
    group: 'test',
    batchMax: 500,
    handle: async (batch) => void sent.push(...batch.map(({ key }) => key.split('/')[1] ?? '')),
  });
});

const submit = (id: string, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { project: 'Support', output: 'text', id }, headers);

async function allSent(): Promise<void> {
  await eventually(async () => {
    expect((await system.sql.query('SELECT FROM submission_outbox')).rowCount).toBe(0);
  });
}

/** Starts another gateway while `work` runs, and stops it in any case. */
async function withNextStart(work: () => Promise<void>, isSingleInstance = false): Promise<void> {
  const again = await system.startAgain({ isSingleInstance });
  try {
    await work();
  } finally {
    await again.stop();
  }
}

/** Puts a submission back into the outbox, as if its event had never been acknowledged. */
async function leaveUnsent(id: string, ageAndClaim: string): Promise<void> {
  await system.sql.query(
    `INSERT INTO submission_outbox (workspace_id, id, created_at, claimed_until)
     SELECT workspace_id, id, ${ageAndClaim} FROM submissions WHERE id = $1`,
    [id],
  );
}

test('the next start sends immediately what a killed process had claimed', async () => {
  await submit('claimed');
  await allSent();
  await leaveUnsent('claimed', `now(), now() + interval '1 hour'`);

  await withNextStart(async () => {
    await eventually(() => expect(sent.filter((id) => id === 'claimed')).toHaveLength(2));
    await allSent();
  }, true);
});

test('another process sends immediately what a stopping one had claimed and not sent', async () => {
  await submit('given-back');
  await allSent();
  await leaveUnsent('given-back', `now(), now() + interval '1 hour'`);
  const bus = busAway(system.bus);
  const stopping = await system.startAgain({ isSingleInstance: true, bus });
  await eventually(async () => {
    const { rows } = await system.sql.query(
      `SELECT FROM submission_outbox WHERE claimed_until < now() + interval '1 minute'`,
    );
    expect(rows).toHaveLength(1);
  });

  await stopping.stop();

  await allSent();
  expect(sent.filter((id) => id === 'given-back')).toHaveLength(2);
});

test('removes outbox rows without a submission, and sends those behind them', async () => {
  await submit('behind');
  await allSent();
  await system.sql.query(
    `INSERT INTO submission_outbox (workspace_id, id, created_at)
     SELECT 'erased', n, now() - interval '1 hour' FROM generate_series(1, 1000) AS n`,
  );
  await leaveUnsent('behind', `now() - interval '1 hour', NULL`);

  await withNextStart(async () => {
    await eventually(() => expect(sent.filter((id) => id === 'behind')).toHaveLength(2));
    await allSent();
  });
});

test('keeps a body while its event may be unsent, even if review has the output', async () => {
  const { missing } = system.peers.review;
  // Until it counts as unsent: the gateway of this file, too, drops bodies that review has.
  missing.add('unsent');
  await submit('unsent');
  await submit('long-sent');
  await allSent();
  const age = (id: string, minutes: number) =>
    system.sql.query(
      `UPDATE submissions SET accepted_at = now() - $2 * interval '1 minute' WHERE id = $1`,
      [id, minutes],
    );
  await age('unsent', 10);
  await age('long-sent', 20);
  await leaveUnsent('unsent', `now() - interval '10 minutes', now() + interval '1 hour'`);
  missing.delete('unsent');
  const withBody = async () => {
    const { rows } = await system.sql.query<{ id: string }>(
      `SELECT id FROM submissions WHERE body IS NOT NULL AND id IN ('unsent', 'long-sent')`,
    );
    return rows.map(({ id }) => id);
  };

  // The job runs at the start.
  await withNextStart(() => eventually(async () => expect(await withBody()).toEqual(['unsent'])));
  await system.sql.query('DELETE FROM submission_outbox');
  await withNextStart(() => eventually(async () => expect(await withBody()).toEqual([])));
});

test('drops a body seconds after its acceptance, once its event was sent and review has the output', async () => {
  const ids = ['held', 'held-unsent', 'lacking', 'young'];
  const { missing } = system.peers.review;
  for (const id of ids) missing.add(id);
  for (const id of ids) await submit(id);
  await allSent();
  await system.sql.query(
    `UPDATE submissions SET accepted_at = CASE id WHEN 'young' THEN now() + interval '1 minute'
       ELSE now() - interval '6 seconds' END
     WHERE id = ANY ($1)`,
    [ids],
  );
  await leaveUnsent('held-unsent', `now(), now() + interval '1 hour'`);
  for (const id of ['held', 'held-unsent', 'young']) missing.delete(id);
  const withBody = async () => {
    const { rows } = await system.sql.query<{ id: string }>(
      'SELECT id FROM submissions WHERE body IS NOT NULL AND id = ANY ($1) ORDER BY id',
      [ids],
    );
    return rows.map(({ id }) => id);
  };

  // The job runs at the start.
  await withNextStart(() =>
    eventually(async () => expect(await withBody()).toEqual(['held-unsent', 'lacking', 'young'])),
  );
  await system.sql.query('DELETE FROM submission_outbox');
  await withNextStart(() =>
    eventually(async () => expect(await withBody()).toEqual(['lacking', 'young'])),
  );
  missing.delete('lacking');
});

test('drops the body of a sync submission that was never answered after a day', async () => {
  const ids = ['abandoned', 'repeatable'];
  for (const id of ids) await submit(id);
  await allSent();
  await system.sql.query(
    `UPDATE submissions SET is_sync = true, accepted_at = now() - interval '2 days',
       lease_until = now() - CASE id WHEN 'abandoned' THEN interval '25 hours' ELSE interval '23 hours' END
     WHERE id = ANY ($1)`,
    [ids],
  );

  // The job runs at the start.
  await withNextStart(() =>
    eventually(async () => {
      const { rows } = await system.sql.query(
        'SELECT id FROM submissions WHERE body IS NOT NULL AND id = ANY ($1)',
        [ids],
      );
      expect(rows).toEqual([{ id: 'repeatable' }]);
    }),
  );
});

test.each([
  ['all bodies', listBodies],
  ['recent bodies', listRecentBodies],
])('reads a page of %s from the index, and nothing beyond it', async (_, list) => {
  const plan = await planOf((client) => list(client, null));

  expect(plan).toContain('Index Scan using submissions_with_body');
  expect(plan).not.toContain('Sort');
});

test.each([
  ['dropped', dropBodies],
  [
    'sent again',
    (client: SqlClient, keys: readonly OutputKey[]) =>
      resendSubmissions(client, keys, { rows: 1, bytes: 1 }),
  ],
])('bodies are %s by their keys, even if statistics say that there are none', async (_, act) => {
  await system.sql.query('UPDATE submissions SET body = NULL');
  await system.sql.query('ANALYZE submissions');
  const plan = await planOf((client) => act(client, [{ workspaceId: 'w', id: 'one' }]));

  expect(plan).toContain('Index Scan using submissions_pkey');
  expect(plan).not.toContain('submissions_with_body');
});

/** The plan of a statement that may not scan the whole table. */
async function planOf(query: (client: SqlClient) => Promise<unknown>): Promise<string> {
  await system.sql.query('SET enable_seqscan = off');
  await system.sql.query('SET enable_bitmapscan = off');
  let plan = '';
  const explain = async ({ text, values }: SqlStatement) => {
    const { rows } = await system.sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return { rows: [], rowCount: 0 };
  };
  await query({ query: explain } as SqlClient);
  await system.sql.query('RESET ALL');
  return plan;
}

test('bodies are dropped in the order in which deletions lock them', async () => {
  const ids = ['a-later', 'b-earlier'];
  for (const id of ids.toReversed()) await submit(id);
  const { rows: oldestFirst } = await system.sql.query<OutputKey>(
    `SELECT workspace_id AS "workspaceId", id FROM submissions WHERE id = ANY ($1) ORDER BY accepted_at`,
    [ids],
  );
  // Finds rows by their keys, as in a large table.
  const options = `${system.connection.options} -c enable_seqscan=off -c enable_bitmapscan=off`;
  const dropper = new Pool({ ...system.connection, options });
  const lock = (id: string) =>
    system.sql.query('SELECT FROM submissions WHERE id = $1 FOR UPDATE', [id]);

  await system.sql.query('BEGIN');
  await lock('a-later');
  const dropping = dropBodies(dropper, oldestFirst);
  await untilHeldUp(system.sql, 1, 'body = NULL');
  await lock('b-earlier');
  await system.sql.query('COMMIT');

  await dropping;
  await dropper.end();
  const { rows } = await system.sql.query('SELECT body FROM submissions WHERE id = ANY ($1)', [
    ids,
  ]);
  expect(rows).toEqual([{ body: null }, { body: null }]);
});

test('a deadlock in a shared insert fails no submission', async () => {
  // Inserts with keys in opposite order deadlock, and PostgreSQL aborts one, here each one of several rows.
  await system.sql.query(`
    CREATE SEQUENCE deadlocks;
    CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM added) > 1 THEN
        PERFORM nextval('gateway.deadlocks');
        RAISE 'deadlock detected' USING ERRCODE = '40P01';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER give_up AFTER INSERT ON submissions REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION give_up();`);

  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => submit(`crossed-${n}`)));

  const { rows } = await system.sql.query('SELECT is_called FROM deadlocks');
  await system.sql.query('DROP TRIGGER give_up ON submissions');
  expect(rows).toEqual([{ is_called: true }]);
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(202));
});

test('a submission waits while its project may be deleted', async () => {
  await submit('of-the-project');
  // Counts the attempts, including those that insert no row.
  await system.sql.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION count_try() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('gateway.tries'); RETURN NULL; END $$;
    CREATE TRIGGER count_try BEFORE INSERT ON submissions EXECUTE FUNCTION count_try();
    UPDATE projects SET closing_id = id, closing_since = now();`);

  const waiting = submit('meanwhile');
  await eventually(async () => {
    const { rows } = await system.sql.query<{ n: string }>('SELECT last_value AS n FROM tries');
    expect(Number(rows[0]?.n)).toBeGreaterThan(5);
  });
  await system.sql.query('UPDATE projects SET closing_id = NULL, closing_since = NULL');

  expect((await waiting).status).toBe(202);
});

test('sets an undecodable deletion aside alone, also when it is repeated', async () => {
  await submit('to-be-deleted');
  const { rows } = await system.sql.query<{ workspace_id: string }>(
    `SELECT workspace_id FROM submissions WHERE id = 'to-be-deleted'`,
  );
  const workspaceId = rows[0]?.workspace_id ?? '';
  const deletion = (id: string, fields: object) => ({
    ...{ topic: TOPICS.outputsDeleted, key: `${workspaceId}/${id}`, id: `deletion of ${id}` },
    ...{ source: 'review', time: new Date().toISOString(), traceparent: null },
    json: JSON.stringify({ workspaceId, id, ...fields }),
  });
  const events = [
    deletion('unreadable', {}),
    deletion('to-be-deleted', { sequence: 1, deletedAt: new Date().toISOString() }),
  ];

  await system.bus.send([...events, ...events]);

  const letters = await system.sql.query('SELECT key, code FROM dead_letters');
  expect(letters.rows).toEqual([{ key: `${workspaceId}/unreadable`, code: 'INVALID' }]);
  const left = await system.sql.query(
    `SELECT FROM submissions WHERE id = 'to-be-deleted' AND deleted_at IS NOT NULL AND body IS NULL`,
  );
  expect(left.rowCount).toBe(1);
});
