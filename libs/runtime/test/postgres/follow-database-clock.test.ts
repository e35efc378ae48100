import { expect, test } from '@jest/globals';

import { CorrectedClock } from '../../src/base/clock.ts';
import { ShutdownStack } from '../../src/lifecycle/shutdown-stack.ts';
import type { SqlClient } from '../../src/postgres/database.ts';
import { correctionAfter, followDatabaseClock } from '../../src/lifecycle/follow-database-clock.ts';
import { silentLog } from '../../src/testing/silent-log.ts';

/** A database whose clock is so far ahead of ours. */
function databaseThatIs(aheadMs: number): SqlClient {
  const rows = (): unknown => [{ at: new Date(Date.now() + aheadMs) }];
  return { query: async () => ({ rows: rows() as never[], rowCount: 1 }) };
}

async function follow(db: SqlClient): Promise<number> {
  const closers = new ShutdownStack();
  const clock = new CorrectedClock();
  await followDatabaseClock({ clock, db, log: silentLog, closers });
  await closers.close();
  return clock.now().getTime() - Date.now();
}

test.each([3_600_000, -3_600_000])('a clock that is wrong by %i ms is put right', async (ms) => {
  expect(Math.abs((await follow(databaseThatIs(ms))) - ms)).toBeLessThan(1_000);
});

test('a clock that differs by less than a second is left alone', async () => {
  expect(Math.abs(await follow(databaseThatIs(500)))).toBeLessThan(100);
});

const slow = (aheadMs: number) => ({ aheadMs, doubtMs: 2_500 });
const quick = (aheadMs: number) => ({ aheadMs, doubtMs: 1 });

test('a right correction stays where a comparison is slow', () => {
  expect(correctionAfter(3_000, slow(500))).toBe(3_000);
});

test('a clock far off is put nearly right by a slow comparison, and right by the next', () => {
  expect(correctionAfter(0, slow(57_500))).toBe(57_500);
  expect(correctionAfter(57_500, quick(60_000))).toBe(60_000);
});

test('a clock that is right again is left alone', () => {
  expect(correctionAfter(3_000, quick(200))).toBe(0);
});
