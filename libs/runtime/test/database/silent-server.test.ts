import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Database } from '../../src/database/database.ts';
import { isOutage } from '../../src/database/is-outage.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { openTcpProxy, type TcpProxy } from '../../src/testing/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

// Source: flow, faults: a half-open connection is noticed within 15 s.
const NOTICED_MS_MAX = 15_000;
// Far less than noticing takes, and enough for a busy machine.
const AT_ONCE_MS_MAX = 6_000;
const CONNECTIONS_MAX = 4;

let server: TestDatabase;
let proxy: TcpProxy;
let db: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  const url = new URL(server.urlOf('review'));
  proxy = await openTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  db = await openDatabase({
    ...{ url: url.href, schema: 'review', entities: [], migrations: [], log: silentLog },
    poolMax: CONNECTIONS_MAX,
  });
});

afterAll(async () => {
  await db.close();
  await proxy[Symbol.asyncDispose]();
  await server.drop();
});

/** Makes as many connections as the pool may have, and lets them rest. */
async function fillPool(): Promise<void> {
  await Promise.all(
    Array.from({ length: CONNECTIONS_MAX }, () => db.query('SELECT pg_sleep(0.05)')),
  );
  expect(db.poolUsage()).toMatchObject({ idle: CONNECTIONS_MAX });
}

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const begunAt = performance.now();
  const error: unknown = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { error, afterMs: performance.now() - begunAt };
}

test('a connection that is dead without a word is noticed in time, and the resting ones with it', async () => {
  await fillPool();
  proxy.holdOpen();

  const [statement, transaction] = await Promise.all([
    failureOf(db.query('SELECT 1')),
    failureOf(db.transaction((tx) => tx.query('SELECT 1'))),
  ]);

  for (const { error, afterMs } of [statement, transaction]) {
    expect(isOutage(error)).toBe(true);
    expect(afterMs).toBeLessThan(NOTICED_MS_MAX);
  }
  // Two of the four were not in use, and nobody has to try them.
  expect((await failureOf(db.query('SELECT 1'))).afterMs).toBeLessThan(AT_ONCE_MS_MAX);
  expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a way that is cut altogether fails whatever is asked in time, and works when it is back', async () => {
  await fillPool();
  proxy.hold();

  // More than there are places in the pool: some wait for one.
  const failures = await Promise.all(
    Array.from({ length: CONNECTIONS_MAX * 2 }, () => failureOf(db.query('SELECT 1'))),
  );
  proxy.release();

  for (const { error, afterMs } of failures) {
    expect(isOutage(error)).toBe(true);
    expect(afterMs).toBeLessThan(NOTICED_MS_MAX);
  }
  const { error, afterMs } = await failureOf(db.query('SELECT 1'));
  expect(error).toBeNull();
  expect(afterMs).toBeLessThan(AT_ONCE_MS_MAX);
}, 60_000);

test('a statement that takes too long is ended by the server, and its connection is kept', async () => {
  const { error, afterMs } = await failureOf(db.query('SELECT pg_sleep(30)'));

  expect(error).toMatchObject({ code: '57014' });
  expect(isOutage(error)).toBe(true);
  expect(afterMs).toBeLessThan(NOTICED_MS_MAX);
  expect(db.poolUsage().idle).toBeGreaterThan(0);
});
