import { Client, escapeIdentifier } from 'pg';

import { CONNECTION_LIMITS, connectionSettings } from './connection-settings.ts';

/** The names of the migrations that a schema has; null where it has never had one. */
export async function readMigrations(url: string, schema: string): Promise<string[] | null> {
  const client = new Client({
    connectionString: url,
    ...connectionSettings(schema),
    query_timeout: CONNECTION_LIMITS.silenceMs,
  });
  // What breaks a statement is thrown by the statement.
  client.on('error', () => {});
  // As TypeORM names it.
  const table = `${escapeIdentifier(schema)}.migrations`;
  try {
    await client.connect();
    const { rows } = await client.query<{ isThere: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
      [table],
    );
    if (rows[0]?.isThere !== true) return null;
    const found = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
    return found.rows.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}
