import { randomBytes } from 'node:crypto';

import { SERVICES, type ServiceName } from '@output-review/contracts';
import { openDatabase } from '@output-review/runtime';
import {
  createTestDatabase,
  eventually,
  freePort,
  openTcpProxy,
  silentLog,
  type TestDatabase,
} from '@output-review/runtime/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';

import { setUpDatabase } from '../src/set-up-database.ts';

// Roles belong to the whole server, which other tests share.
let prefix: string;
let server: TestDatabase;
const printed: string[] = [];
const print = (line: string): void => void printed.push(line);

beforeEach(async () => {
  prefix = `t${randomBytes(5).toString('hex')}`;
  server = await createTestDatabase();
  printed.length = 0;
});

afterEach(async () => {
  await asAdmin(async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS "${prefix} outputs" WITH (FORCE)`);
    for (const name of [...SERVICES, 'admin']) {
      await admin.query(`DROP ROLE IF EXISTS "${prefix}-${name}"`);
    }
  });
  await server.drop();
});

/** The database of the services, with names and passwords that need escaping everywhere. */
function urls(password = `it's "a" \\pass@word`): Record<ServiceName, string> {
  const of = (service: ServiceName): string => {
    const url = new URL(server.adminUrl);
    url.username = `${prefix}-${service}`;
    url.password = encodeURIComponent(password);
    url.pathname = encodeURIComponent(`${prefix} outputs`);
    return url.href;
  };
  return {
    gateway: of('gateway'),
    evaluator: of('evaluator'),
    review: of('review'),
    instructions: of('instructions'),
    media: of('media'),
  };
}

async function asAdmin<T>(
  work: (admin: Client) => Promise<T>,
  connectionString = server.adminUrl,
): Promise<T> {
  const admin = new Client({ connectionString });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** An admin as on managed servers: not a superuser. */
async function makeAdmin(attributes: string): Promise<string> {
  await asAdmin((admin) =>
    admin.query(`CREATE ROLE "${prefix}-admin" LOGIN ${attributes} PASSWORD 'x'`),
  );
  const url = new URL(server.adminUrl);
  url.username = `${prefix}-admin`;
  url.password = 'x';
  return url.href;
}

function open(service: ServiceName, url: string) {
  return openDatabase({
    ...{ url, schema: service, migrations: [], poolMax: 1, log: silentLog },
  });
}

describe('setup', () => {
  test('creates database, roles and schemas so that each service can access only its own', async () => {
    await setUpDatabase({ adminUrl: server.adminUrl, urls: urls() }, print);

    expect(printed).toEqual([`database ${prefix} outputs created: ${SERVICES.join(', ')}`]);
    const review = await open('review', urls().review);
    const media = await open('media', urls().media);
    await review.query('CREATE TABLE secrets (text text)');
    await expect(media.query('SELECT FROM review.secrets')).rejects.toMatchObject({
      code: '42501',
    });
    // Shared by all services.
    expect((await media.query(`SELECT similarity('a', 'a') AS same`)).rows).toEqual([{ same: 1 }]);
    // Roles of other applications on the server.
    const { rows } = await review.query(
      `SELECT has_database_privilege('public', current_database(), 'CONNECT, TEMPORARY') AS database,
         has_schema_privilege('public', 'public', 'USAGE, CREATE') AS schema`,
    );
    expect(rows).toEqual([{ database: false, schema: false }]);
    await review.close();
    await media.close();
  });

  test('run again changes only the passwords and keeps the data', async () => {
    await setUpDatabase({ adminUrl: server.adminUrl, urls: urls() }, print);
    const before = await open('review', urls().review);
    await before.query('CREATE TABLE kept AS SELECT 42 AS answer');
    await before.close();

    await Promise.all([
      setUpDatabase({ adminUrl: server.adminUrl, urls: urls('another') }, print),
      setUpDatabase({ adminUrl: server.adminUrl, urls: urls('another') }, print),
    ]);

    const after = await open('review', urls('another').review);
    expect((await after.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await after.close();
    expect(printed.at(-1)).toBe(`database ${prefix} outputs: ${SERVICES.join(', ')}`);
  });
});

describe('an admin who is not a superuser', () => {
  test('is enough if it may create roles and databases', async () => {
    const adminUrl = await makeAdmin('CREATEROLE CREATEDB');

    await setUpDatabase({ adminUrl, urls: urls() }, print);
    await setUpDatabase({ adminUrl, urls: urls() }, print);

    const media = await open('media', urls().media);
    await media.query('CREATE TABLE files (id text)');
    await media.close();
  });

  // The same steps with which docs/backup.md empties the servers of an incomplete restore.
  test('recreates schemas that were dropped together with the tables in them', async () => {
    const adminUrl = await makeAdmin('CREATEROLE CREATEDB');
    await setUpDatabase({ adminUrl, urls: urls() }, print);
    const before = await open('media', urls().media);
    await before.query('CREATE TABLE files (id text)');
    await before.close();
    const database = new URL(adminUrl);
    database.pathname = encodeURIComponent(`${prefix} outputs`);

    await asAdmin(
      (admin) => admin.query(`DROP SCHEMA ${SERVICES.join(', ')} CASCADE`),
      database.href,
    );
    await setUpDatabase({ adminUrl, urls: urls() }, print);

    for (const service of SERVICES) {
      const after = await open(service, urls()[service]);
      await after.query(`CREATE TABLE files AS SELECT similarity('a', 'a')`);
      await after.close();
    }
  });

  test.each([
    ['roles', 'CREATEDB', /permission denied to create role/],
    ['databases', 'CREATEROLE', /permission denied to create database/],
  ])(
    'without permission to create %s gets an error that names it',
    async (_, attributes, reason) => {
      const adminUrl = await makeAdmin(attributes);
      const settingUp = setUpDatabase({ adminUrl, urls: urls() }, print);

      await expect(settingUp).rejects.toThrow(
        `PostgreSQL refuses ${prefix}-admin, the role of DATABASE_ADMIN_URL: `,
      );
      await expect(settingUp).rejects.toThrow(reason);
    },
  );
});

test('reports an extension in another schema, with the command that fixes it', async () => {
  await asAdmin((admin) => admin.query(`CREATE DATABASE "${prefix} outputs" TEMPLATE template0`));
  const url = new URL(server.adminUrl);
  url.pathname = encodeURIComponent(`${prefix} outputs`);
  await asAdmin((admin) => admin.query('CREATE EXTENSION pg_trgm SCHEMA public'), url.href);

  await expect(setUpDatabase({ adminUrl: server.adminUrl, urls: urls() }, print)).rejects.toThrow(
    'ALTER EXTENSION pg_trgm SET SCHEMA extensions',
  );
});

test('waits for an unavailable server and prints this once', async () => {
  const adminUrl = new URL(server.adminUrl);
  const realPort = Number(adminUrl.port);
  const port = await freePort();
  adminUrl.port = String(port);
  const settingUp = setUpDatabase({ adminUrl: adminUrl.href, urls: urls() }, print);
  await eventually(() => expect(printed).toHaveLength(1));

  await using proxy = await openTcpProxy(realPort, port);
  await settingUp;

  expect(printed[0]).toBe(`waiting for PostgreSQL at 127.0.0.1:${proxy.port}: connection refused`);
  expect(printed).toHaveLength(2);
});

test('waits for a server that stops responding during a statement, and prints this', async () => {
  await setUpDatabase({ adminUrl: server.adminUrl, urls: urls() }, print);
  const url = new URL(server.adminUrl);
  url.pathname = encodeURIComponent(`${prefix} outputs`);
  await asAdmin(async (admin) => {
    await admin.query(`SELECT pg_advisory_lock(${PROVISIONING_LOCK})`);
    const timers = quickenMinutes();
    const settingUp = setUpDatabase({ adminUrl: server.adminUrl, urls: urls() }, print);
    await eventually(() =>
      expect(printed).toContain(`waiting for PostgreSQL at ${url.host}: no answer in time`),
    ).finally(() => timers.mockRestore());
    await admin.query(`SELECT pg_advisory_unlock(${PROVISIONING_LOCK})`);
    await settingUp;
  }, url.href);

  expect(printed.at(-1)).toBe(`database ${prefix} outputs: ${SERVICES.join(', ')}`);
});

// The lock of provisioning. Its holder blocks a statement of the setup.
const PROVISIONING_LOCK = 7_204_531;

/** Shortens timers of a minute that start from now on. */
function quickenMinutes() {
  const start = globalThis.setTimeout;
  return jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((end, ms = 0) => start(end, ms >= 60_000 ? 500 : ms));
}

test('a wrong password is an error and is not retried', async () => {
  const adminUrl = new URL(server.adminUrl);
  adminUrl.password = 'wrong';

  const settingUp = setUpDatabase({ adminUrl: adminUrl.href, urls: urls() }, print);

  await expect(settingUp).rejects.toThrow(/password authentication failed/);
});
