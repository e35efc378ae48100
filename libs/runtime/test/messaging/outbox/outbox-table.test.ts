import { expect, test } from '@jest/globals';

import { makeOutboxStore } from '../../../src/messaging/outbox/outbox-table.ts';
import { someEvents } from '../sample-events.ts';
import { useOutbox } from './outbox-fixture.ts';

const { db, write } = useOutbox();

test('after a kill with claimed rows, a single instance claims them immediately, others after a while', async () => {
  const stored = await write(someEvents(3));
  const limits = {
    rowsMax: 10,
    bytesMax: 1e6,
    olderThanMs: 0,
    after: null,
    isSingleInstance: false,
  };
  const store = makeOutboxStore(db());
  await store.claim(limits, []);

  expect(await store.claim(limits, [])).toEqual([]);
  const again = await store.claim({ ...limits, isSingleInstance: true }, []);

  expect(again).toMatchObject(stored);
  await db().query("UPDATE outbox SET claimed_until = now() - interval '1 second'");
  expect(await store.claim(limits, [])).toMatchObject(stored);
});

test('leaves young rows to the replica that wrote them', async () => {
  await write(someEvents(1));
  const limits = {
    rowsMax: 10,
    bytesMax: 1e6,
    olderThanMs: 60_000,
    after: null,
    isSingleInstance: false,
  };

  expect(await makeOutboxStore(db()).claim(limits, [])).toEqual([]);
  await db().query("UPDATE outbox SET created_at = now() - interval '61 seconds'");
  expect(await makeOutboxStore(db()).claim(limits, [])).toHaveLength(1);
});

test('a claim does not wait for rows that another one is taking', async () => {
  const [first, ...rest] = await write(someEvents(3));
  const limits = { rowsMax: 10, bytesMax: 1e6, olderThanMs: 0, after: null };

  await db().transaction(async (tx) => {
    await tx.query('SELECT FROM outbox WHERE seq = $1 FOR UPDATE', [first?.seq]);
    const claimed = await makeOutboxStore(db()).claim({ ...limits, isSingleInstance: false }, []);
    expect(claimed).toMatchObject(rest);
  });
});

test('a claim takes as many bytes as allowed, and at least one row', async () => {
  const json = JSON.stringify('x'.repeat(998));
  await write(someEvents(5, { json }));
  const limits = { rowsMax: 10, olderThanMs: 0, after: null, isSingleInstance: false };

  const few = await makeOutboxStore(db()).claim({ ...limits, bytesMax: 2_500 }, []);
  const one = await makeOutboxStore(db()).claim({ ...limits, bytesMax: 1 }, []);

  expect([few.length, one.length]).toEqual([3, 1]);
});

test('a claim in a backlog of 200,000 rows reads only what it takes', async () => {
  await db().query(
    `INSERT INTO outbox (topic, key, event_id, source, time, json, bytes)
     SELECT 'outputs.deleted', 'w/' || n, n::text, 'review', now(), '{}', 2
     FROM generate_series(1, 200000) AS n`,
  );
  await db().query('ANALYZE outbox');
  const store = makeOutboxStore(db());
  const limits = { rowsMax: 100, bytesMax: 1e6, olderThanMs: 0, isSingleInstance: false };

  await store.claim({ ...limits, after: null }, ['1', '2']);
  const first = await store.claim({ ...limits, after: null }, []);
  const later = await store.claim({ ...limits, after: first.at(-1)!.seq }, []);

  expect([first.length, later.length]).toEqual([100, 100]);
  const plan = await db().query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT seq FROM outbox WHERE seq > 5 AND created_at <= now()
     AND (false OR claimed_until IS NULL OR claimed_until < now())
     AND seq <> ALL ('{7,8}'::bigint[]) ORDER BY seq LIMIT 100 FOR UPDATE SKIP LOCKED`,
  );
  expect(JSON.stringify(plan.rows)).toContain('Index Scan using outbox_pkey');
  expect((await store.stats()).rows).toBe(100_000);
});

test('a claim visits only the rows it takes, even if the planner assumes that a full table is empty', async () => {
  // The state after a vacuum at a quiet moment: pages with hardly any rows.
  await fill(20_000);
  await db().query('DELETE FROM outbox WHERE seq < (SELECT max(seq) FROM outbox)');
  await db().query('VACUUM outbox');
  await fill(20_000);
  const visits: number[] = [];
  const store = makeOutboxStore({
    query: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const params = typeof statement === 'string' ? values : statement.values;
      visits.push(await countVisits(text, params));
      return db().query(statement, values);
    },
  });
  const limits = { rowsMax: 500, bytesMax: 1e6, olderThanMs: 0, isSingleInstance: true };

  const claimed = await store.claim({ ...limits, after: null }, []);
  await store.remove(claimed.map(({ seq }) => seq));

  expect(claimed).toHaveLength(500);
  expect(Math.max(...visits)).toBeLessThan(200_000);
});

async function fill(count: number): Promise<void> {
  await db().query(
    `INSERT INTO outbox (topic, key, event_id, source, time, json, bytes)
     SELECT 'outputs.deleted', 'w/' || n, gen_random_uuid()::text, 'review', now(), '{}', 2
     FROM generate_series(1, $1::int) AS n`,
    [count],
  );
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The number of rows that all steps of a statement visit. Its effects are rolled back. */
async function countVisits(text: string, values: unknown[] | undefined): Promise<number> {
  let visits = 0;
  const undo = new Error('undo');
  const explained = db().transaction(async (tx) => {
    const { rows } = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    visits = visitsOf(rows[0]!['QUERY PLAN'][0]!.Plan);
    throw undo;
  });
  await expect(explained).rejects.toBe(undo);
  return visits;
}

function visitsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return own + (node.Plans ?? []).reduce((sum, each) => sum + visitsOf(each), 0);
}
