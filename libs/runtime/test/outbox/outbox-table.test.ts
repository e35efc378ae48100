import { expect, test } from '@jest/globals';

import { makeOutboxStore } from '../../src/outbox/outbox-table.ts';
import { someEvents } from '../messaging/sample-events.ts';
import { useOutbox } from './outbox-fixture.ts';

const { db, write } = useOutbox();

test('a kill with rows claimed: who is alone has them again at once, others after a while', async () => {
  const stored = await write(someEvents(3));
  const limits = { rowsMax: 10, bytesMax: 1e6, olderThanMs: 0, after: null, isAlone: false };
  const store = makeOutboxStore(db());
  await store.claim(limits, []);

  expect(await store.claim(limits, [])).toEqual([]);
  const again = await store.claim({ ...limits, isAlone: true }, []);

  expect(again).toMatchObject(stored);
  await db().query("UPDATE outbox SET claimed_until = now() - interval '1 second'");
  expect(await store.claim(limits, [])).toMatchObject(stored);
});

test('young rows are left to who wrote them', async () => {
  await write(someEvents(1));
  const limits = { rowsMax: 10, bytesMax: 1e6, olderThanMs: 60_000, after: null, isAlone: false };

  expect(await makeOutboxStore(db()).claim(limits, [])).toEqual([]);
  await db().query("UPDATE outbox SET created_at = now() - interval '61 seconds'");
  expect(await makeOutboxStore(db()).claim(limits, [])).toHaveLength(1);
});

test('a claim takes as many bytes as it may, and at least one row', async () => {
  const json = JSON.stringify('x'.repeat(998));
  await write(someEvents(5, { json }));
  const limits = { rowsMax: 10, olderThanMs: 0, after: null, isAlone: false };

  const few = await makeOutboxStore(db()).claim({ ...limits, bytesMax: 2_500 }, []);
  const one = await makeOutboxStore(db()).claim({ ...limits, bytesMax: 1 }, []);

  expect([few.length, one.length]).toEqual([3, 1]);
});

test('text that stands elsewhere is joined, and a row whose text is gone is removed unsent', async () => {
  const [kept, gone] = await write(someEvents(2));
  await db().query('UPDATE outbox SET json = NULL');
  const json = `CASE o.event_id WHEN '${kept!.id}' THEN '{"elsewhere":1}' END`;
  const store = makeOutboxStore(db(), { json });

  const claimed = await store.claim(
    { rowsMax: 10, bytesMax: 1e6, olderThanMs: 0, after: null, isAlone: false },
    [],
  );

  expect(claimed).toMatchObject([{ id: kept!.id, json: '{"elsewhere":1}' }]);
  const { rows } = await db().query('SELECT FROM outbox WHERE event_id = $1', [gone!.id]);
  expect(rows).toEqual([]);
});

test('a claim in a backlog of 200,000 rows reads what it takes', async () => {
  await db().query(
    `INSERT INTO outbox (topic, key, event_id, source, time, json, bytes)
     SELECT 'outputs.deleted', 'w/' || n, n::text, 'review', now(), '{}', 2
     FROM generate_series(1, 200000) AS n`,
  );
  await db().query('ANALYZE outbox');
  const store = makeOutboxStore(db());
  const limits = { rowsMax: 100, bytesMax: 1e6, olderThanMs: 0, isAlone: false };

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
