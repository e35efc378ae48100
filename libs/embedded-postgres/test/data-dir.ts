import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { identityOf } from '../src/process-identity.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/start-embedded-postgres.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** A data folder for one test. Disposing it stops the servers and deletes the files. */
export async function makeDataDir() {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-test-'));
  const servers: EmbeddedPostgres[] = [];
  return {
    dataDir,
    start: async (options: Partial<EmbeddedPostgresOptions> = {}) => {
      const server = await startEmbeddedPostgres({
        dataDir,
        isDurable: false,
        log: silentLog,
        ...options,
      });
      servers.push(server);
      return server;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function ask(
  { host = '127.0.0.1', port, password }: { host?: string; port: number; password: string },
  sql: string,
): Promise<unknown[]> {
  const client = new Client({ host, port, password, user: 'postgres', database: 'postgres' });
  // If the server closes the connection, the query reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A zombie, which its parent has not reaped yet, does not count as running. */
export const isRunning = async (pid: number): Promise<boolean> =>
  (await identityOf(pid)) !== undefined;
