import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SERVICES } from '@output-review/contracts';
import { Client } from 'pg';

import { queryOnce } from '../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;

beforeAll(async () => {
  system = await startEmbeddedSystem();
}, 60_000);

afterAll(() => system.stop());

const INSUFFICIENT_PRIVILEGE = '42501';
const pairs = SERVICES.flatMap((reader) =>
  SERVICES.filter((owner) => owner !== reader).map((owner) => [reader, owner] as const),
);

test.each(pairs)('the role of %s has no access to %s', async (reader, owner) => {
  const client = new Client({ connectionString: system.embedded.databaseUrlOf(reader) });
  await client.connect();
  try {
    const attempt = client.query(`CREATE TABLE ${owner}.intruder ()`);
    await expect(attempt).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    const readable = await client.query(
      `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'v', 'm', 'S', 'p')
         AND has_table_privilege(c.oid, 'SELECT')`,
      [owner],
    );
    expect(readable.rows).toEqual([]);
    const { rows } = await client.query('SELECT has_schema_privilege($1, $2) AS may', [
      owner,
      'USAGE',
    ]);
    expect(rows).toEqual([{ may: false }]);
  } finally {
    await client.end();
  }
});

test('each service has tables to protect', async () => {
  for (const service of ['gateway', 'evaluator', 'review'] as const) {
    const tables = await queryOnce(
      system.embedded.databaseUrlOf(service),
      'SELECT FROM pg_tables WHERE schemaname = $1',
      [service],
    );
    expect(tables.length).toBeGreaterThan(2);
  }
});
