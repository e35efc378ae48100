import { SERVICES, type ServiceName } from '@output-review/contracts';
import { Client as Postgres } from 'pg';

// These rows record that the workspace existed and block late data of it.
const STAYS = [
  'evaluator.erased_workspaces',
  'gateway.audit_heads',
  'gateway.workspaces',
  'instructions.erased_workspaces',
  'instructions.workspace_settings',
  'media.erased_workspaces',
  'review.audit_heads',
  'review.erased_workspaces',
  'review.workspace_settings',
];

/** The tables that still contain the ID of an erased workspace and should not. */
export async function tablesToEmpty(database: Postgres, workspaceId: string): Promise<string[]> {
  const tables = await tablesWith(database, workspaceId);
  return tables.filter((table) => !STAYS.includes(table));
}

/** The tables of all services, as `schema.table`, with a row that contains a text. */
export async function tablesWith(database: Postgres, text: string): Promise<string[]> {
  const { rows: tables } = await database.query<{ schema: ServiceName; name: string }>(
    'SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname = ANY ($1)',
    [SERVICES],
  );
  // One prepared statement, because it is run repeatedly.
  const searches = tables.map(
    ({ schema, name }) => `(SELECT '${schema}.${name}' AS found FROM ${schema}."${name}" AS r
      WHERE r::text ILIKE '%' || $1 || '%' LIMIT 1)`,
  );
  const { rows } = await database.query<{ found: string }>({
    ...{ name: 'tables with', text: searches.join(' UNION ALL '), values: [text] },
  });
  return rows.map(({ found }) => found).sort();
}

/** The services that own the tables. */
export function servicesOf(tables: readonly string[]): ServiceName[] {
  return SERVICES.filter((service) => tables.some((table) => table.startsWith(`${service}.`)));
}

export async function withDatabase<T>(
  url: string,
  work: (client: Postgres) => Promise<T>,
): Promise<T> {
  const client = new Postgres({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
