import { type Database, openDatabase } from '@output-review/runtime';
import {
  createTestDatabase,
  silentLog,
  type TestDatabase,
  watchReads,
} from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import type { ResolvedFilter } from '../search/filter.sql.ts';
import { findNewest } from '../search/page.sql.ts';
import type { Position } from '../search/pages.pure.ts';
import { PREFERENCE_COLUMNS } from './columns.ts';
import { readPairs } from './export.sql.ts';
import { makeLineWriter } from './lines.pure.ts';
import { beginParts } from './parts.ts';
import { ExportSeats } from './seats.ts';

const START = new Date('2026-02-01T00:00:00Z');
const OUTPUTS = 45_000;
const CORRECTED = [1, 20_000, 20_001, 44_999];
const WALK_MAX = 20_000;

let database: TestDatabase;
let sql: Database;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  await addOutputs();
});

afterAll(async () => {
  await sql.close();
  await database.drop();
});

async function addOutputs(): Promise<void> {
  await sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, human_decision)
     SELECT 'w', n::text, at, at, at, true, 'pass', CASE WHEN n = ANY ($2::int[]) THEN 'changed' ELSE 'approved' END
     FROM generate_series(1, $1) n, LATERAL (SELECT $3::timestamptz + n * interval '1 second' AS at) times`,
    [OUTPUTS, CORRECTED, START],
  );
  await sql.query(
    `INSERT INTO output_bodies (workspace_id, id, output, metadata, submission)
     SELECT 'w', n::text, 'As it was', '{}', '{}' FROM unnest($1::int[]) n`,
    [CORRECTED],
  );
  await sql.query(
    `INSERT INTO decisions (workspace_id, output_id, n, decision, corrected_output, decided_by, source, at)
     SELECT 'w', n::text, 1, 'changed', 'Better', 'ada@example.com', 'dashboard', now() FROM unnest($1::int[]) n`,
    [CORRECTED],
  );
  await sql.query('ANALYZE');
}

interface Asked {
  readonly filter?: Partial<ResolvedFilter>;
  readonly after?: Position | null;
}

/** The IDs of the pairs, and the maximum of rows that a step of a statement has read. */
async function exportPairs({ filter = {}, after = null }: Asked = {}) {
  const db = watchReads(sql);
  const upTo = await findNewest(sql, 'w', new Date('2027-01-01'));
  const writer = makeLineWriter('jsonl', PREFERENCE_COLUMNS);
  const range = { filter: { workspaceId: 'w', ...filter }, after, upTo };
  const source = { read: readPairs, writer };
  const parts: string[] = [];
  const ctx = { db: db as unknown as Database, exportSeats: new ExportSeats() };
  const all = await beginParts(ctx, source, range);
  for await (const part of all) parts.push(part);
  const lines = parts.join('').split('\n').slice(0, -1);
  const ids = lines.map((line) => Number((JSON.parse(line) as { id: string }).id));
  return { ids, readMax: Math.max(...db.reads) };
}

test('an export with few matches reads a bounded number of outputs per statement and reaches its end', async () => {
  const { ids, readMax } = await exportPairs();

  expect(ids).toEqual(CORRECTED);
  expect(readMax).toBeLessThanOrEqual(WALK_MAX);
});

test('an export without matches reaches its end, too', async () => {
  const { ids, readMax } = await exportPairs({ filter: { model: 'none' } });

  expect(ids).toEqual([]);
  expect(readMax).toBeLessThanOrEqual(WALK_MAX);
});

test('the later of two starts applies, and nothing before it is read', async () => {
  const from = new Date('2026-02-01T12:29:00Z');
  const placeOf = (n: number) => ({ timestamp: new Date(START.getTime() + n * 1_000), id: `${n}` });

  const recent = await exportPairs({ filter: { from } });
  const ahead = await exportPairs({ filter: { from }, after: placeOf(1) });
  const beyond = await exportPairs({ filter: { from: START }, after: placeOf(20_000) });

  expect([recent.ids, ahead.ids, beyond.ids]).toEqual([[44_999], [44_999], [20_001, 44_999]]);
  expect(Math.max(recent.readMax, ahead.readMax)).toBeLessThan(100);
});
