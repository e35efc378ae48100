import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Listening, makeEncryptor } from '@output-review/runtime';
import {
  type ApiClient,
  createTestDatabase,
  FakeClock,
  makeApiClient,
  startPeer,
  testAssertions,
  type TestDatabase,
} from '@output-review/runtime/testing';

import { makeResealRoute } from '../../src/service/reseal.ts';

const [FORMER, PRESENT] = [newKey(), newKey()];
const former = makeEncryptor(FORMER);
const encryptor = makeEncryptor(PRESENT, [FORMER]);
// More than one page.
const ROWS = 1_203;

let database: TestDatabase;
let sql: Client;
let listener: Listening;
let api: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.adminUrl });
  await sql.connect();
  await sql.query(`
    CREATE TABLE plain (a text, b text, secret text, PRIMARY KEY (a, b));
    CREATE TABLE inside (a text, b text, json text NOT NULL, PRIMARY KEY (a, b));`);
  const assertions = testAssertions(new FakeClock(new Date()));
  const key = ['a', 'b'] as const;
  const columns = [
    { what: 'plain', table: 'plain', key, column: 'secret', place: `concat('at ', b)` },
    {
      ...{ what: 'inside', table: 'inside', key, column: 'json' },
      sealed: `substring(json FROM '"sealed":"(v1[.][^"]+)"')`,
    },
  ];
  const routes = [makeResealRoute(sql, encryptor, columns)];
  listener = await startPeer({ service: 'evaluator', routes, assertions: assertions.verifier });
  const headers = await assertions.headersFor({ kind: 'operator' });
  api = makeApiClient(listener.url, headers);
});

afterAll(async () => {
  await listener.close(0);
  await sql.end();
  await database.drop();
});

beforeEach(() => sql.query('TRUNCATE plain, inside'));

test('re-encrypts everything page by page, and has nothing to do the second time', async () => {
  const rows = Array.from({ length: ROWS }, (_, n) => String(n));
  await insert('plain', rows, (n) => (Number(n) % 3 === 0 ? null : former.seal(n, `at ${n}`)));
  await insert('inside', ['x'], () => `{"text":"…","sealed":"${former.seal('x')}"}`);

  const pages = await resealAll();
  const again = await resealAll();

  expect(pages.length).toBeGreaterThan(3);
  expect(sumOf(pages, 'resealed')).toBe(802 + 1);
  expect(sumOf(again, 'resealed')).toBe(0);
  const alone = makeEncryptor(PRESENT);
  const { rows: kept } = await sql.query<Row>('SELECT b, secret AS value FROM plain');
  for (const { b, value } of kept) {
    if (value !== null) expect(alone.open(value, `at ${b}`)).toBe(b);
  }
  const { rows: texts } = await sql.query<Row>('SELECT b, json AS value FROM inside');
  const [, sealed = ''] = /^{"text":"…","sealed":"(.*)"}$/.exec(texts[0]?.value ?? '') ?? [];
  expect(alone.open(sealed)).toBe('x');
});

test('counts and keeps unreadable values, and continues after them', async () => {
  const lost = makeEncryptor(newKey()).seal('0', 'at 0');
  await insert('plain', ['0', '1'], (n) => (n === '0' ? lost : former.seal(n, `at ${n}`)));
  await insert('inside', ['0'], () => 'not even JSON');

  const pages = await resealAll();

  expect([sumOf(pages, 'resealed'), sumOf(pages, 'unreadable')]).toEqual([1, 1]);
  const { rows } = await sql.query<Row>(`SELECT secret AS value FROM plain WHERE b = '0'`);
  expect(rows[0]?.value).toBe(lost);
});

test.each(['nonsense', '[9]', '[-1]', '{}', 'null'])('refuses %s as a cursor', async (after) => {
  expect(await api.post('/internal/sealed-secrets/reseal', { after })).toMatchObject({
    ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
  });
});

interface Row {
  readonly b: string;
  readonly value: string | null;
}

interface Page {
  readonly resealed: number;
  readonly unreadable: number;
  readonly next: string | null;
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}

const sumOf = (pages: readonly Page[], field: 'resealed' | 'unreadable'): number =>
  pages.reduce((sum, page) => sum + page[field], 0);

async function insert(
  table: 'plain' | 'inside',
  keys: readonly string[],
  valueOf: (key: string) => string | null,
): Promise<void> {
  await sql.query(`INSERT INTO ${table} SELECT 'a', * FROM unnest($1::text[], $2::text[])`, [
    keys,
    keys.map(valueOf),
  ]);
}

async function resealAll(): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | null = null;
  do {
    const path = '/internal/sealed-secrets/reseal';
    const { body } = await api.post(path, after === null ? {} : { after });
    pages.push(body as Page);
    after = (body as Page).next;
  } while (after !== null);
  return pages;
}
