import { type Database, newId, openDatabase } from '@output-review/runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  FakeClock,
  silentLog,
  type TestDatabase,
} from '@output-review/runtime/testing';

import { aSubmission } from '../../test/test-evaluator.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { WaitingSubmission } from '../runs/runs.pure.ts';
import { findDue, forgetOutputs, holdSubmissions } from '../runs/runs.sql.ts';

const MEGABYTE = 1_000_000;

const clock = new FakeClock('2026-03-01T12:00:00.000Z');
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({
    ...{ url: testDatabase.urlOf('evaluator'), schema: 'evaluator', log: silentLog, poolMax: 2 },
    ...{ migrations: MIGRATIONS },
  });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Takes due submissions in batches until none are left. */
async function takeAll(): Promise<WaitingSubmission[][]> {
  const batches: WaitingSubmission[][] = [];
  for (;;) {
    const due = await findDue(database, clock.now());
    if (due.length === 0) return batches;
    batches.push(due);
    await forgetOutputs(
      database,
      due.map(({ data }) => data),
    );
  }
}

const idsIn = (batches: readonly WaitingSubmission[][]) =>
  batches.flat().map(({ data }) => data.id);

async function holdDue(outputs: readonly string[]): Promise<string[]> {
  const dueAt = clock.now();
  const held = outputs.map((output) => aSubmission(clock, { id: newId(), sync: true, output }));
  await holdSubmissions(
    database,
    held.map((data) => ({ data, dueAt, traceparent: null })),
  );
  return held.map(({ id }) => id);
}

test('evaluates large due submissions in batches that fit into memory', async () => {
  const ids = await holdDue(Array<string>(12).fill('x'.repeat(MEGABYTE)));

  const batches = await takeAll();

  expect(idsIn(batches).sort()).toEqual(ids.sort());
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(8);
  expect(batches.length).toBeLessThanOrEqual(2);
});

test('evaluates a submission larger than a batch, and many small ones at once', async () => {
  const [huge] = await holdDue(['x'.repeat(8 * MEGABYTE + 1)]);
  await holdDue(Array<string>(90).fill('small'));

  const batches = await takeAll();

  expect(idsIn(batches)).toContain(huge);
  expect(new Set(idsIn(batches)).size).toBe(91);
  expect(batches.length).toBeLessThanOrEqual(3);
});
