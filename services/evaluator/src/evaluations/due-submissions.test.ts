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
import type { RequestedRun } from '../runs/runs.pure.ts';
import { holdSubmissions } from '../runs/runs.sql.ts';
import { takeDue } from './evaluations.ts';

const MEGABYTE = 1_000_000;
const BATCH_BYTES_MAX = 8 * MEGABYTE;

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

/** Ends runs like an evaluation, and records how many bytes of text each batch had. */
function endRuns(batches: number[]) {
  const ended = new Set<string>();
  const evaluateRuns = async (runs: readonly RequestedRun[]): Promise<void> => {
    batches.push(runs.reduce((sum, { content }) => sum + (content.output ?? '').length, 0));
    for (const { id } of runs) ended.add(id);
    await database.query(`UPDATE evaluations SET state = 'deleted' WHERE output_id = ANY ($1)`, [
      runs.map(({ id }) => id),
    ]);
  };
  return { ended, evaluateRuns };
}

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
  const batches: number[] = [];
  const { ended, evaluateRuns } = endRuns(batches);

  await takeDue({ db: database, clock }, new AbortController().signal, evaluateRuns);

  expect([...ended].sort()).toEqual(ids.sort());
  expect(Math.max(...batches)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
  expect(batches.length).toBeLessThanOrEqual(2);
});

test('evaluates a submission larger than a batch, and many small ones at once', async () => {
  const [huge] = await holdDue(['x'.repeat(BATCH_BYTES_MAX + 1)]);
  await holdDue(Array<string>(90).fill('small'));
  const batches: number[] = [];
  const { ended, evaluateRuns } = endRuns(batches);

  await takeDue({ db: database, clock }, new AbortController().signal, evaluateRuns);

  expect(ended.has(huge ?? '')).toBe(true);
  expect(ended.size).toBe(91);
  expect(batches.length).toBeLessThanOrEqual(3);
});
