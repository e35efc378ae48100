import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@output-review/embedded-postgres';
import type { Client } from 'pg';

import { provisionDatabase } from '../postgres/provision-database.ts';
import { urlOfDatabase, withSuperuser } from './superuser-connection.ts';
import { TEST_ROLES } from './test-roles.ts';

export interface Environment {
  TEST_POSTGRES_URL?: string | undefined;
  TEST_POSTGRES_TEMPLATE?: string | undefined;
}

interface StartedServer {
  readonly server: EmbeddedPostgres;
  readonly dataDir: string;
}

// Both hooks run in the parent process of the tests, one after the other.
let started: StartedServer | undefined;

/** Passes data through the environment, the only thing that reaches the test processes. */
export async function startTestPostgres(env: Environment): Promise<void> {
  if (!env.TEST_POSTGRES_URL) {
    started = await startServer();
    const { host, port, superuser, password } = started.server;
    env.TEST_POSTGRES_URL = `postgres://${superuser}:${password}@${host}:${port}/postgres`;
  }
  env.TEST_POSTGRES_TEMPLATE = await makeTemplate(env.TEST_POSTGRES_URL);
}

export async function stopTestPostgres(env: Environment): Promise<void> {
  if (started !== undefined) {
    await started.server.stop();
    await rm(started.dataDir, { recursive: true, force: true });
    return;
  }
  const { TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template } = env;
  if (url && template) {
    await withSuperuser(url, (client) => dropTemplates(client, template));
  }
}

/** Including templates that tests derived from it. */
async function dropTemplates(client: Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
}

async function startServer(): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    isDurable: false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // Several services with a pool each, in every worker.
    settings: { max_connections: 200 },
  });
  return { server, dataDir };
}

/** Creates the database that tests copy instead of creating it again. */
async function makeTemplate(url: string): Promise<string> {
  const name = `test_template_${randomBytes(6).toString('hex')}`;
  await withSuperuser(url, (client) => client.query(`CREATE DATABASE ${name}`));
  await withSuperuser(urlOfDatabase(url, name).href, (client) =>
    provisionDatabase(client, TEST_ROLES),
  );
  return name;
}
