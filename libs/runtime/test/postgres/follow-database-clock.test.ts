import { expect, test } from '@jest/globals';

import { CorrectedClock } from '../../src/base/clock.ts';
import { ShutdownStack } from '../../src/lifecycle/shutdown-stack.ts';
import type { SqlClient } from '../../src/postgres/database.ts';
import { correctionAfter, followDatabaseClock } from '../../src/lifecycle/follow-database-clock.ts';
import { silentLog } from '../../src/testing/silent-log.ts';

/** A database whose clock is ahead of ours. */
function databaseThatIs(aheadMs: number): SqlClient {
  const rows = (): unknown => [{ at: new Date(Date.now() + aheadMs) }];
  return { query: async () => ({ rows: rows() as never[], rowCount: 1 }) };
}

async function follow(db: SqlClient): Promise<number> {
  const closers = new ShutdownStack();
  const clock = new CorrectedClock();
  const { signal } = new AbortController();
  await followDatabaseClock({ clock, db, log: silentLog, closers, signal });
  await closers.close();
  return clock.now().getTime() - Date.now();
}

test.each([3_600_000, -3_600_000])('corrects a clock that is wrong by %i ms', async (ms) => {
  expect(Math.abs((await follow(databaseThatIs(ms))) - ms)).toBeLessThan(1_000);
});

test('a connection that is cut before the first comparison does not abort the start', async () => {
  const { query } = databaseThatIs(3_600_000);
  let isCut = false;
  const db: SqlClient = {
    query: (statement, values) => {
      if (isCut) return query(statement, values);
      isCut = true;
      const message = 'terminating connection due to administrator command';
      return Promise.reject(Object.assign(new Error(message), { code: '57P01' }));
    },
  };

  expect(Math.abs((await follow(db)) - 3_600_000)).toBeLessThan(1_000);
});

test('leaves a clock alone that differs by less than a second', async () => {
  expect(Math.abs(await follow(databaseThatIs(500)))).toBeLessThan(100);
});

const slow = (aheadMs: number) => ({ aheadMs, doubtMs: 2_500 });
const quick = (aheadMs: number) => ({ aheadMs, doubtMs: 1 });

test('keeps a right correction after a slow comparison', () => {
  expect(correctionAfter(3_000, slow(500))).toBe(3_000);
});

test('corrects a clock that is far off roughly after a slow comparison, and fully after the next', () => {
  expect(correctionAfter(0, slow(57_500))).toBe(57_500);
  expect(correctionAfter(57_500, quick(60_000))).toBe(60_000);
});

test('removes the correction of a clock that is right again', () => {
  expect(correctionAfter(3_000, quick(200))).toBe(0);
});
