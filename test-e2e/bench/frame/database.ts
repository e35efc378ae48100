import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type EmbeddedPostgres,
  type ServerLog,
  startEmbeddedPostgres,
} from '@output-review/embedded-postgres';
import pg from 'pg';

import type { Bench } from './bench.ts';
import { type ServiceProcess, startService } from './service.ts';

/** Inserts rows into the database of a stopped service, for the bootstrap workspace. */
export type Fill = (client: pg.Client, workspaceId: string) => Promise<void>;

/** Starts a service on a database that was filled while it was stopped. */
export async function startFilled(bench: Bench, name: string, fill: Fill): Promise<ServiceProcess> {
  // Creates the tables and the workspace of the rows.
  const empty = await startService(bench, name);
  await empty.stop();
  await fillDatabase(empty, fill);
  return startService(bench, name);
}

/** @param service started once before and now stopped. */
export async function fillDatabase(
  { dataDir }: Pick<ServiceProcess, 'dataDir'>,
  fill: Fill,
): Promise<void> {
  const postgres = await startDurable(join(dataDir, 'postgres'));
  const client = new pg.Client({ connectionString: adminUrlOf(postgres, 'output_review') });
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM gateway.workspaces');
    const [workspace] = rows;
    if (!workspace) throw new Error('The service has no workspace to fill');
    await fill(client, workspace.id);
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Starts a PostgreSQL server without a service. @returns the URL of its superuser. */
export async function startPostgres(bench: Bench): Promise<string> {
  const postgres = await startDurable(await mkdtemp(join(bench.folder, 'postgres-')));
  bench.onEnd('PostgreSQL', () => postgres.stop());
  return adminUrlOf(postgres, 'postgres');
}

function startDurable(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, isDurable: true, log: ERRORS_ALONE });
}

/** A bench prints its own output, so only errors of the server are logged. */
const ERRORS_ALONE: ServerLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};

/** The URL of a database for the superuser, by the same socket or host as the services. */
function adminUrlOf(
  { host, socketDir, port, superuser, password }: EmbeddedPostgres,
  database: string,
): string {
  const address = `${encodeURIComponent(socketDir ?? host)}:${port}`;
  return `postgres://${superuser}:${encodeURIComponent(password)}@${address}/${database}`;
}
