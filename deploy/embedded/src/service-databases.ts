import { SERVICES, type ServiceName } from '@output-review/contracts';
import type { EmbeddedPostgres } from '@output-review/embedded-postgres';
import { provisionDatabase } from '@output-review/runtime';
import { Client } from 'pg';

const DATABASE = 'output_review';

/**
 * Creates the database, and in it a schema and a role for each service. Idempotent.
 *
 * @returns the connection URL of each service.
 */
export async function prepareDatabases(
  server: EmbeddedPostgres,
  passwords: Readonly<Record<ServiceName, string>>,
): Promise<(service: ServiceName) => string> {
  await withSuperuser(server, 'postgres', makeDatabase);
  await withSuperuser(server, DATABASE, (superuser) =>
    provisionDatabase(
      superuser,
      SERVICES.map((name) => ({ name, password: passwords[name], schema: name })),
    ),
  );
  const host = encodeURIComponent(server.socketDir ?? server.host);
  return (service) =>
    `postgres://${service}:${passwords[service]}@${host}:${server.port}/${DATABASE}`;
}

async function makeDatabase(superuser: Client): Promise<void> {
  const { rowCount } = await superuser.query('SELECT FROM pg_database WHERE datname = $1', [
    DATABASE,
  ]);
  if (rowCount === 0) await superuser.query(`CREATE DATABASE ${DATABASE}`);
}

async function withSuperuser(
  { host, port, superuser: user, password }: EmbeddedPostgres,
  database: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ host, port, user, password, database });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
