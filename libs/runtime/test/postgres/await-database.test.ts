import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openDatabase } from '../../src/postgres/open-database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { openTcpProxy } from '../../src/testing/tcp-proxy.ts';
import { withSuperuser } from '../../src/testing/superuser-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

let server: TestDatabase;

beforeAll(async () => {
  server = await createTestDatabase();
});

afterAll(() => server.drop());

/** Opens a database and aborts the wait after it was reported a number of times. */
async function openUntilTold(times: number, port: number) {
  const stop = new AbortController();
  const told: [string, string | null][] = [];
  const logged: string[] = [];
  const opening = openDatabase({
    url: `postgres://nobody:x@127.0.0.1:${port}/none`,
    schema: 'review',
    migrations: [],
    poolMax: 1,
    log: { ...silentLog, warn: (_fields, message) => void logged.push(message) },
    starting: {
      signal: stop.signal,
      waitsFor: (name, reason) => {
        told.push([name, reason]);
        if (told.length === times) stop.abort();
      },
    },
  });
  await Promise.allSettled([opening]);
  return { opening, told, logged };
}

describe('an unavailable server', () => {
  test('is waited for until the wait is aborted', async () => {
    const port = await freePort();
    const begunAt = performance.now();

    const { opening, told, logged } = await openUntilTold(2, port);

    // Half of the first pause is random.
    expect(performance.now() - begunAt).toBeGreaterThan(45);
    await expect(opening).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const reason = `waiting for PostgreSQL at 127.0.0.1:${port}/none: connection refused`;
    expect(told).toEqual([
      ['database', reason],
      ['database', reason],
    ]);
    // Logged once, however often it retries.
    expect(logged).toEqual(['database unreachable, waiting']);
  });

  test('is also waited for if it does not respond', async () => {
    await using silent = await openTcpProxy(Number(new URL(server.adminUrl).port));
    silent.hold();

    const { opening, told } = await openUntilTold(1, silent.port);

    await expect(opening).rejects.toThrow('timeout expired');
    expect(told).toEqual([['database', expect.stringMatching(/: no answer in time$/)]]);
  });

  test('waits for a database that the setup has yet to create, if the start reports its waits', async () => {
    const later = `${server.name}_later`;
    const [url, adminUrl] = [new URL(server.urlOf('review')), new URL(server.adminUrl)];
    url.pathname = adminUrl.pathname = `/${later}`;
    const told: (string | null)[] = [];
    const waitsFor = (_name: string, reason: string | null) => void told.push(reason);

    const opening = openDatabase({
      ...{ url: url.href, schema: 'review', migrations: [], poolMax: 1 },
      log: silentLog,
      starting: { signal: new AbortController().signal, waitsFor },
    });
    await eventually(() => expect(told[0]).toMatch(/_later: the database does not exist$/));
    await withSuperuser(server.adminUrl, (admin) => admin.query(`CREATE DATABASE ${later}`));
    await eventually(() => expect(told.at(-1)).toMatch(/: the schema does not exist$/));
    await withSuperuser(adminUrl.href, (admin) =>
      admin.query('CREATE SCHEMA review AUTHORIZATION review'),
    );

    const opened = await opening;
    expect(told.at(-1)).toBeNull();
    await opened.close();
    await withSuperuser(server.adminUrl, (admin) => admin.query(`DROP DATABASE ${later}`));
  });

  test('rejects a wrong database name if no one is informed about the wait', async () => {
    const url = new URL(server.urlOf('review'));
    url.pathname = '/there_is_none';

    const opening = openDatabase({
      url: url.href,
      schema: 'review',
      migrations: [],
      poolMax: 1,
      log: silentLog,
    });

    await expect(opening).rejects.toMatchObject({ code: '3D000' });
  });
});
