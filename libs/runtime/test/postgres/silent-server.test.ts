import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
} from '../../src/postgres/connection-settings.ts';
import type { Database } from '../../src/postgres/database.ts';
import { isTransientError } from '../../src/postgres/transient-errors.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { openTcpProxy, type TcpProxy } from '../../src/testing/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

// Short, because each test waits for them.
const LIMITS: ConnectionLimits = { statementMs: 8_000, silenceMs: 1_000, connectionMs: 2_000 };
const CONNECTIONS_MAX = 4;

let server: TestDatabase;
let proxy: TcpProxy;
let db: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  const url = new URL(server.urlOf('review'));
  proxy = await openTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  db = await open(url.href, LIMITS);
});

const open = (url: string, limits: ConnectionLimits): Promise<Database> =>
  openDatabase({
    ...{ url, schema: 'review', migrations: [], log: silentLog },
    ...{ poolMax: CONNECTIONS_MAX, limits },
  });

afterAll(async () => {
  await db.close();
  await proxy[Symbol.asyncDispose]();
  await server.drop();
});

/** Fills the pool with idle connections. Retries if the machine is too slow for the limits. */
const fillPool = (): Promise<void> =>
  eventually(async () => {
    await Promise.all(
      Array.from({ length: CONNECTIONS_MAX }, () => db.query('SELECT pg_sleep(0.05)')),
    );
    expect(db.poolUsage()).toMatchObject({ idle: CONNECTIONS_MAX });
  });

/** Retries while the machine stalls for longer than the limits. */
const worksAgain = (): Promise<void> =>
  eventually(async () => {
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

test('a dead connection is noticed within 15 s, and an available server cancels a statement first', () => {
  const { statementMs, silenceMs, connectionMs } = CONNECTION_LIMITS;

  // Source: flow, faults. Leaves two seconds for a busy machine.
  expect(silenceMs + connectionMs).toBeLessThanOrEqual(13_000);
  expect(statementMs).toBeLessThan(silenceMs);
});

test('notices a silently dead connection in time, and drops the idle ones with it', async () => {
  await fillPool();
  proxy.holdOpen();

  const failures = await Promise.all([
    failureOf(db.query('SELECT 1')),
    failureOf(db.transaction((tx) => tx.query('SELECT 1'))),
  ]);

  expect(failures.map(isTransientError)).toEqual([true, true]);
  // Two of the four were idle, and need not time out one by one.
  await eventually(() => expect(db.poolUsage()).toMatchObject({ idle: 0, inUse: 0 }));
  await worksAgain();
});

test('notices it too if the connection has rested for longer than the limit before', async () => {
  await fillPool();
  await delay(LIMITS.silenceMs * 1.5);
  expect(db.poolUsage()).toMatchObject({ idle: CONNECTIONS_MAX });
  proxy.holdOpen();

  expect(isTransientError(await failureOf(db.query('SELECT 1')))).toBe(true);
  await worksAgain();
});

test('during a network cut every query fails in time, and works again afterwards', async () => {
  await fillPool();
  proxy.hold();

  // More than the pool has connections, so some wait for one.
  const failures = await Promise.all(
    Array.from({ length: CONNECTIONS_MAX * 2 }, () => failureOf(db.query('SELECT 1'))),
  );
  proxy.release();

  expect(failures.map(isTransientError)).toEqual(failures.map(() => true));
  await worksAgain();
});

test('the server cancels a statement that takes too long, and its connection is kept', async () => {
  const impatient = await open(server.urlOf('review'), { ...CONNECTION_LIMITS, statementMs: 100 });

  const failure = await failureOf(impatient.query('SELECT pg_sleep(30)'));

  expect(failure).toMatchObject({ code: '57014' });
  expect(isTransientError(failure)).toBe(true);
  expect(impatient.poolUsage().idle).toBeGreaterThan(0);
  await impatient.close();
});
