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

/** Puts rows into the database of a stopped service, for the bootstrap workspace. */
export type Fill = (client: pg.Client, workspaceId: string) => Promise<void>;

/** Starts a service whose database was filled while it was stopped. */
export async function startFilled(bench: Bench, name: string, fill: Fill): Promise<ServiceProcess> {
  // It makes the tables, and the workspace that the rows belong to.
  const empty = await startService(bench, name);
  await empty.stop();
  await fillDatabase(empty, fill);
  return startService(bench, name);
}

/** @param service that was started once and does not run now. */
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

/** Starts a server without a service. @returns where its superuser reaches it. */
export async function startPostgres(bench: Bench): Promise<string> {
  const postgres = await startDurable(await mkdtemp(join(bench.folder, 'postgres-')));
  bench.onEnd('PostgreSQL', () => postgres.stop());
  return adminUrlOf(postgres, 'postgres');
}

function startDurable(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, isDurable: true, log: ERRORS_ALONE });
}

/** A bench prints its own lines; what a server says only matters where it fails. */
const ERRORS_ALONE: ServerLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};

/** Where the superuser reaches a database, the way that the services do. */
function adminUrlOf(
  { host, socketDir, port, superuser, password }: EmbeddedPostgres,
  database: string,
): string {
  const address = `${encodeURIComponent(socketDir ?? host)}:${port}`;
  return `postgres://${superuser}:${encodeURIComponent(password)}@${address}/${database}`;
}
