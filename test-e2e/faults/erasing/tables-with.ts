import { SERVICES, type ServiceName } from '@output-review/contracts';
import { Client as Postgres } from 'pg';

/** Where the tables of a service are. */
export type DatabaseUrlOf = (service: ServiceName) => string;

// What stays says that there was a workspace, and that nothing more of it is to come in.
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

/** The tables that should have no row any more in which the id of an erased workspace stands. */
export async function tablesToEmpty(urlOf: DatabaseUrlOf, workspaceId: string): Promise<string[]> {
  const tables = await tablesWith(urlOf, workspaceId);
  return tables.filter((table) => !STAYS.includes(table));
}

/** The tables of all services, as `schema.table`, that have a row in which a text stands. */
export async function tablesWith(urlOf: DatabaseUrlOf, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const service of SERVICES) {
    await withDatabase(urlOf(service), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
        [service],
      );
      for (const { name } of rows) {
        const table = `${service}."${name}"`;
        const hits = await client.query(
          `SELECT FROM ${table} AS r WHERE r::text ILIKE '%' || $1 || '%' LIMIT 1`,
          [text],
        );
        if (hits.rowCount) found.push(`${service}.${name}`);
      }
    });
  }
  return found.sort();
}

/** The services of those tables. */
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
