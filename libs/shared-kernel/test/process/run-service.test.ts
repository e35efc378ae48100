import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Agent, type Dispatcher } from 'undici';

import {
  createTestDatabase,
  eventually,
  freePort,
  openTcpProxy,
  testAssertions,
  type TestDatabase,
} from '../../../runtime/src/testing/index.ts';
import { withSuperuser } from '../../../runtime/src/testing/superuser-connection.ts';
import { type ProgramProcess, startProgram } from './program-process.ts';

const ASSERTION_PUBLIC_KEY = testAssertions().keys.publicKey;

let database: TestDatabase;
let program: ProgramProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

afterEach(async () => {
  program?.kill('SIGKILL');
  await program?.exited;
  program = undefined;
}, 120_000);

function start(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  program = startProgram(
    {
      DATABASE_URL: database.urlOf('media'),
      ASSERTION_PUBLIC_KEY,
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: '0',
      ...env,
    },
    args,
  );
  return program;
}

describe('a start while the database is down', () => {
  test('listens at once, reports what it waits for, and becomes ready when the database is up', async () => {
    const [port, databasePort] = [await freePort(), await freePort()];
    const databaseUrl = new URL(database.urlOf('media'));
    const realPort = Number(databaseUrl.port);
    databaseUrl.port = String(databasePort);
    const { ready } = start({ DATABASE_URL: databaseUrl.href, INTERNAL_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;

    await eventually(async () => {
      const answer = await fetch(`${url}/readyz`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      const address = `127.0.0.1:${databasePort}/${database.name}`;
      expect(await answer.json()).toEqual({
        ready: false,
        checks: {
          process: 'is starting',
          database: `waiting for PostgreSQL at ${address}: connection refused`,
        },
      });
    }, 60_000);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const early = await fetch(`${url}/api/later?ms=0`);
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('5');
    expect(await early.json()).toMatchObject({ code: 'UNAVAILABLE', fields: {} });
    const metrics = await fetch(`${url}/metrics`);
    expect(await metrics.text()).toContain('process_cpu_seconds_total');

    await using proxy = await openTcpProxy(realPort, databasePort);
    expect(proxy.port).toBe(databasePort);
    expect(await ready).toEqual({ service: 'media', url, pid: program?.pid });
    expect((await fetch(`${url}/api/later?ms=0`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      ready: true,
      checks: { database: 'ok', 'database disk': 'ok' },
    });
  }, 120_000);

  test('stops on SIGTERM while it waits', async () => {
    const { stderr, exited, kill } = start({
      DATABASE_URL: `postgres://media:s3cret@127.0.0.1:${await freePort()}/none`,
    });
    await eventually(() => expect(stderr()).toContain('waiting'), 60_000);

    kill('SIGTERM');

    const ending = await exited;
    expect(ending).toMatchObject({ code: 0, stdout: '' });
    expect(ending.stderr).not.toContain('s3cret');
  }, 120_000);
});

describe('a failed start', () => {
  test('reports every configuration error at once, without a stack trace and without values', async () => {
    const { exited } = start({
      DATABASE_URL: 'postgres://127.0.0.1/s3cret',
      INTERNAL_PORT: '99999',
      OTEL_TRACES_SAMPLE_RATIO: '2',
      ASSERTION_PUBLIC_KEY: 'c2VjcmV0',
    });

    expect(await exited).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'Invalid configuration:',
        '- DATABASE_URL must be a URL of the form postgres://role:password@host:port/database; the role is missing',
        '- INTERNAL_PORT must be an integer from 0 to 65535',
        '- OTEL_TRACES_SAMPLE_RATIO must be from 0 to 1',
        '- ASSERTION_PUBLIC_KEY must be an Ed25519 public key: SPKI, DER, base64',
      ].join('\n'),
    });
  }, 120_000);

  test('reports a port in use in a plain sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exited } = start({ INTERNAL_PORT: String(port) });

    const ending = await exited;
    await new Promise((resolve) => void other.close(resolve));

    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr).toBe(
      `127.0.0.1:${port} is already in use. Stop the process that uses it, or set another port.`,
    );
  }, 120_000);

  test('refuses an unknown argument', async () => {
    const { exited } = start({}, ['migrat']);

    expect(await exited).toMatchObject({ code: 1, stderr: expect.stringContaining('migrate') });
  }, 120_000);
});

describe('migrate', () => {
  test('updates the schema and exits; a newer schema then fails it and every start', async () => {
    await using own = await createTestDatabase();
    const run = () => startProgram({ DATABASE_URL: own.urlOf('media') }, ['migrate']).exited;

    // Two at once, like replicas that start together. It needs only the database.
    const endings = await Promise.all([run(), run()]);

    expect(endings.map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const tables = await withSuperuser(own.adminUrl, (admin) =>
      admin.query(`SELECT FROM pg_tables WHERE schemaname = 'media' AND tablename = 'notes'`),
    );
    expect(tables.rowCount).toBe(1);

    await withSuperuser(own.adminUrl, (admin) =>
      admin.query(
        `INSERT INTO media.migrations (timestamp, name) VALUES (1800000000000, 'Later1800000000000')`,
      ),
    );

    const env = { DATABASE_URL: own.urlOf('media') };
    const refused = await Promise.all([run(), start(env).exited]);

    for (const ending of refused) {
      expect(ending).toMatchObject({ code: 1, stdout: '' });
      // Match all of it, so that a failure shows the log.
      expect(ending.stderr).toMatch(
        /(^|\n)Schema media is newer than this program, which does not know Later1800000000000\.$/,
      );
    }
  }, 120_000);
});

describe('shutdown', () => {
  test('on SIGTERM reports not ready, answers requests, closes each connection, and exits with 0', async () => {
    const { ready, exited, kill } = start();
    const { url } = await ready;
    const agent = new Agent({ connections: 1 });
    const ask = (path: string): Promise<Dispatcher.ResponseData> =>
      agent.request({ origin: url, path, method: 'GET' });
    await (await ask('/healthz')).body.dump();

    const underWay = ask('/api/later?ms=4000');
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    kill('SIGTERM');

    await eventually(async () => {
      const answer = await fetch(`${url}/readyz`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('connection')).toBe('close');
      expect(await answer.json()).toEqual({
        ready: false,
        checks: { database: 'ok', 'database disk': 'ok', process: 'is stopping' },
      });
    });
    expect((await fetch(`${url}/api/later?ms=0`)).status).toBe(200);
    const last = await underWay;
    expect([last.statusCode, last.headers['connection']]).toEqual([200, 'close']);
    await last.body.dump();
    const ending = await exited;
    await agent.close();
    expect(ending.code).toBe(0);
    expect(ending.stderr).toContain('closed the sample resource');
  }, 120_000);

  test('exits at once on a second signal', async () => {
    const { ready, exited, stderr, kill } = start();
    const { url } = await ready;
    const underWay = fetch(`${url}/api/later?ms=60000`).catch((error: unknown) => error);
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    kill('SIGTERM');
    await eventually(() => expect(stderr()).toContain('stopping'));

    const begunAt = performance.now();
    kill('SIGTERM');

    expect((await exited).code).toBe(1);
    // Less than the shutdown timeout of 20 s.
    expect(performance.now() - begunAt).toBeLessThan(15_000);
    expect(await underWay).toMatchObject({ name: 'TypeError' });
  }, 120_000);

  test('shuts down in order and exits with 1 on an unhandled rejection', async () => {
    const { ready, exited, kill } = start();
    await ready;

    kill('SIGUSR2');

    const ending = await exited;
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(/"message":"Nobody waited"[^\n]*unhandled rejection/);
    expect(ending.stderr).toContain('closed the sample resource');
  }, 120_000);
});
