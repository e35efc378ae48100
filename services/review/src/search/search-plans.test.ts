import { type Database, openDatabase } from '@output-review/runtime';
import {
  createTestDatabase,
  silentLog,
  type TestDatabase,
  watchReads,
} from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import { resolveFilter } from './filter.sql.ts';
import { findPage } from './page.sql.ts';
import { search } from './search.ts';

let database: TestDatabase;
let sql: Database;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
});

afterAll(async () => {
  await sql.close();
  await database.drop();
});

const ruleVersions = { lookUp: async () => new Map(), findId: async () => null };

test('a substring that thousands of values have is looked up without reading all of them into memory', async () => {
  const add = (field: string, prefix: string, count: number) =>
    sql.query(
      `INSERT INTO search_terms SELECT 'w', $1, $2 || n, $2 || n FROM generate_series(1, $3) n`,
      [field, prefix, count],
    );
  await add('session', 'case-', 5000);
  await add('subject', 'case-', 5000);
  await add('subject', 'letter-', 1);
  await add('actor', 'case-', 2000);
  await sql.query('ANALYZE search_terms');
  const db = watchReads(sql);
  const find = async (q: string) =>
    (await resolveFilter({ db, ruleVersions }, { workspaceId: 'w', q }, '')).found?.terms;

  const found = await find('CASE-');

  const rowsOfNodes = db.steps.map((node) => node['Actual Rows']);
  expect(Math.max(...rowsOfNodes)).toBeLessThanOrEqual(2001);
  expect(found).toEqual({
    model: { kind: 'values', values: [] },
    session: { kind: 'all' },
    subject: { kind: 'pattern', pattern: '%case-%' },
    actor: { kind: 'values', values: expect.any(Array) },
  });
  expect(found?.actor).toHaveProperty('values.length', 2000);
  expect(await find('etter')).toEqual({
    model: { kind: 'values', values: [] },
    session: { kind: 'values', values: [] },
    subject: { kind: 'values', values: ['letter-1'] },
    actor: { kind: 'values', values: [] },
  });
});

test.each([
  ['project', { projectIds: ['old'] }, 'outputs_project'],
  ['task', { taskIds: ['old-task'] }, 'outputs_task'],
])('a page of a %s with only old outputs reads no others', async (_, of, index) => {
  const workspaceId = `w-${index}`;
  const add = (name: string, newest: string, count: number) =>
    sql.query(
      `INSERT INTO outputs (workspace_id, id, project_id, task_id, timestamp, created_at, queued_at, visible)
       SELECT $1, $2 || n, $2, $2 || '-task', at, at, at, true
       FROM generate_series(1, $4) n, LATERAL (SELECT $3::timestamptz - n * interval '1 second' AS at) times`,
      [workspaceId, name, newest, count],
    );
  await add('new', '2026-03-01T00:00:00Z', 5000);
  await add('old', '2026-02-01T01:00:00Z', 3000);
  await sql.query('ANALYZE outputs');
  const db = watchReads(sql);
  const filter = { workspaceId, ...of };
  const sort = { by: 'timestamp', direction: 'desc' } as const;
  const query = { filter, sort, limit: 50, offset: 0, cursor: null, texts: [] };

  const first = await findPage(db, query);
  const cursor = { value: '2026-02-01T00:10:50.000Z', id: 'old2950' };
  const last = await findPage(db, { ...query, cursor });

  expect(first).toMatchObject({ outputs: { length: 50 }, next: { id: 'old50' } });
  expect(last).toMatchObject({ outputs: { length: 50 }, next: null });
  for (const read of db.reads) expect(read).toBeLessThan(100);
  const scans = db.steps.filter((node) => node['Relation Name'] === 'outputs');
  expect(scans.map((node) => node['Index Name'])).toEqual([index, index]);
});

test('a page without the number of turns does not count the outputs of its sessions', async () => {
  await sql.query(
    `INSERT INTO outputs (workspace_id, id, session_id, timestamp, created_at, queued_at, visible)
     SELECT 'w-sessions', 'o' || n, 'one', now(), now(), now(), true FROM generate_series(1, 2000) AS n`,
  );
  await sql.query('ANALYZE outputs');
  const pageOf = async (fields: readonly string[] | null) => {
    const db = watchReads(sql);
    const request = {
      filter: { workspaceId: 'w-sessions' },
      page: 1,
      limit: 1,
      cursor: null,
      fields,
    };
    const sort = { by: 'timestamp', direction: 'desc' } as const;
    const { turns } = await search({ db, ruleVersions }, { ...request, sort }, '');
    return { turns: [...turns], read: Math.max(...db.reads) };
  };

  expect(await pageOf(['id'])).toMatchObject({ turns: [] });
  expect((await pageOf(['id'])).read).toBeLessThan(10);
  expect(await pageOf(['id', 'sessionTurnCount'])).toMatchObject({ turns: [['one', 2_000]] });
  expect(await pageOf(null)).toMatchObject({ turns: [['one', 2_000]] });
});

test.each([
  ['me', { assignee: 'me', me: 'ann' }],
  ['one group', { assignee: 'claims' }],
])('a page of the few outputs assigned to %s reads no others', async (name, of) => {
  const workspaceId = `w-assigned-${name}`;
  await sql.query(
    `INSERT INTO outputs (workspace_id, id, assignee_group, timestamp, created_at, queued_at, visible)
     SELECT $1, 'o' || n, CASE WHEN n > 4997 THEN 'claims' END, at, at, at, true
     FROM generate_series(1, 5000) n, LATERAL (SELECT now() - n * interval '1 second' AS at) times`,
    [workspaceId],
  );
  await sql.query(`INSERT INTO group_members VALUES ($1, 'claims', 'ann')`, [workspaceId]);
  await sql.query('ANALYZE outputs, group_members');
  const db = watchReads(sql);
  const sort = { by: 'timestamp', direction: 'desc' } as const;

  const page = await findPage(db, {
    ...{ filter: { workspaceId, ...of }, sort, limit: 50, offset: 0, cursor: null, texts: [] },
  });

  expect(page.outputs.map(({ id }) => id)).toEqual(['o4998', 'o4999', 'o5000']);
  expect(Math.max(...db.reads)).toBeLessThan(100);
});

test.each([
  ['one decision', { humanDecision: 'rejected' }],
  ['one reviewer', { decidedBy: 'seldom@example.com' }],
  ['one flag', { flaggedBy: 'end_user' }],
] as const)('a search for the few outputs with %s reads no others', async (name, of) => {
  const workspaceId = `w-decided-${name}`;
  await sql.query(
    `INSERT INTO outputs (workspace_id, id, human_decision, decided_by, flagged_by, timestamp, created_at,
       queued_at, visible, status)
     SELECT $1, 'o' || n, CASE WHEN n > 4997 THEN 'rejected' ELSE 'approved' END,
       CASE WHEN n > 4997 THEN 'seldom@example.com' ELSE 'often@example.com' END,
       CASE WHEN n > 4997 THEN 'end_user' END, at, at, at, true, 'flagged'
     FROM generate_series(1, 5000) n, LATERAL (SELECT now() - n * interval '1 second' AS at) times`,
    [workspaceId],
  );
  await sql.query('ANALYZE outputs');
  const db = watchReads(sql);
  const request = { filter: { workspaceId, ...of }, page: 1, limit: 50, cursor: null };
  const sort = { by: 'timestamp', direction: 'desc' } as const;

  const found = await search({ db, ruleVersions }, { ...request, sort, fields: ['id'] }, '');

  expect(found).toMatchObject({ outputs: { length: 3 } });
  expect(Math.max(...db.reads)).toBeLessThan(100);
});

test('a search for a frequent reason reads only decided outputs', async () => {
  const workspaceId = 'w-reasons';
  await sql.query(
    `INSERT INTO outputs (workspace_id, id, human_decision, timestamp, created_at, queued_at, visible, status)
     SELECT $1, 'o' || n, CASE WHEN n % 5 = 0 THEN 'rejected' END, at, at, at, true, 'flagged'
     FROM generate_series(1, 10000) n, LATERAL (SELECT now() - n * interval '1 second' AS at) times`,
    [workspaceId],
  );
  await sql.query(
    `INSERT INTO decisions (workspace_id, output_id, n, decision, decided_by, source, at, reason_ids)
     SELECT $1, 'o' || n, 1, 'rejected', 'ann@example.com', 'dashboard', now(), ARRAY[CASE WHEN n % 2 = 0 THEN 'tone' ELSE 'facts' END]
     FROM generate_series(5, 10000, 5) n`,
    [workspaceId],
  );
  await sql.query('VACUUM (ANALYZE) outputs, decisions');
  const db = watchReads(sql);
  const request = { filter: { workspaceId, reason: 'tone' }, page: 1, limit: 50, cursor: null };
  const sort = { by: 'timestamp', direction: 'desc' } as const;

  const found = await search({ db, ruleVersions }, { ...request, sort, fields: ['id'] }, '');

  expect(found).toMatchObject({ summary: { totalRuns: 1_000 } });
  expect(Math.max(...db.reads)).toBeLessThanOrEqual(2_000);
});
