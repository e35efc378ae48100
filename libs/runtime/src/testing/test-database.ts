import { randomBytes } from 'node:crypto';

import type { ServiceName } from '@output-review/contracts';

import { withSuperuser } from './superuser-connection.ts';
import { urlForService } from './test-roles.ts';

export interface TestDatabase {
  readonly name: string;
  /** As the superuser, who may see every schema. */
  readonly adminUrl: string;
  /** As the role of a service, with nothing but its own schema. */
  urlOf(service: ServiceName): string;
  /** Removes the database and disconnects whoever still uses it. */
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
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
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
