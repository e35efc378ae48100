import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@output-review/contracts';

import { withSuperuser } from './superuser-connection.ts';
import { urlForService } from './test-roles.ts';

export interface TestDatabase {
  readonly name: string;
  /** As the superuser, who may see every schema. */
  readonly adminUrl: string;
  /** As the role of a service, with nothing but its own schema. */
  urlOf(service: ServiceName): string;
  /** Disconnects all services and lets none of them in again before the outage is ended. */
  startOutage(): Promise<Outage>;
  /** Removes the database and disconnects whoever still uses it. */
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Outage extends AsyncDisposable {
  /** Lets services in again. */
  end(): Promise<void>;
}

/**
 * Makes a database of its own for a test file: empty, with the role and the schema of every service.
 * The server is the one that jest's global setup has started.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_POSTGRES_URL: serverUrl, TEST_POSTGRES_TEMPLATE: template } = process.env;
  if (!serverUrl || !template) {
    throw new Error('No test server: start-postgres.ts must be the globalSetup of this run');
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copied file by file, in 20 ms; a copy through the log compresses every page of it and takes 160. The
  // checkpoints that go with it are cheap on a server that does not sync.
  await withSuperuser(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  );

  const adminUrl = new URL(serverUrl);
  adminUrl.pathname = `/${name}`;
  const drop = () =>
    withSuperuser(serverUrl, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  return {
    name,
    adminUrl: adminUrl.href,
    urlOf: (service) => urlForService(service, adminUrl),
    startOutage: () => startOutage(serverUrl, name),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

const LOOK_AGAIN_MS = 20;

async function startOutage(serverUrl: string, name: string): Promise<Outage> {
  const limit = async (connections: number): Promise<void> => {
    await withSuperuser(serverUrl, (client) =>
      client.query(`ALTER DATABASE ${name} CONNECTION LIMIT ${connections}`),
    );
  };
  await limit(0);
  await withSuperuser(serverUrl, async (client) => {
    // One that was let in a moment before the limit may not be listed yet.
    let empty = 0;
    while (empty < 3) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND NOT (SELECT rolsuper FROM pg_roles WHERE oid = usesysid)`,
        [name],
      );
      empty = rowCount === 0 ? empty + 1 : 0;
      await delay(LOOK_AGAIN_MS);
    }
  });
  const end = (): Promise<void> => limit(-1);
  return { end, [Symbol.asyncDispose]: end };
}
