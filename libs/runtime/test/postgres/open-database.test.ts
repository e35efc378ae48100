import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '@output-review/errors';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import type { Database } from '../../src/postgres/database.ts';
import { CONNECTION_LIMITS } from '../../src/postgres/connection-settings.ts';
import type { MigrationClass } from '../../src/postgres/migrate.ts';
import { isTransientError, outageReason } from '../../src/postgres/transient-errors.ts';
import { type DatabaseOptions, openDatabase } from '../../src/postgres/open-database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { withSuperuser } from '../../src/testing/superuser-connection.ts';
import {
  awaitedLocks,
  createTestDatabase,
  type TestDatabase,
} from '../../src/testing/test-database.ts';

interface NoteRow {
  readonly text: string;
}

const noWayBack = () => Promise.reject(new Error('Migrations go forward only.'));

/** A migration of a name that runs statements. */
function migrationOf(name: string, ...statements: string[]): MigrationClass {
  const classes: Record<string, MigrationClass> = {
    [name]: class implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        for (const statement of statements) await runner.query(statement);
      }
      down = noWayBack;
    },
  };
  return classes[name]!;
}

const TABLE = 'CREATE TABLE notes (id text PRIMARY KEY, text text NOT NULL)';
const NOTES = migrationOf('Notes1700000000000', TABLE);
const LATER = migrationOf('Later1700000000001', 'CREATE TABLE later (id text)');
const BROKEN = migrationOf('Broken1700000000002', 'CREATE TABLE half ()', 'SELECT nonsense');
const WIDER = migrationOf('Wider1700000000003', 'ALTER TABLE notes ADD COLUMN wider text');

class Indexed1700000000004 implements MigrationInterface {
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    const limits: unknown = await runner.query('SHOW lock_timeout');
    expect(limits).toEqual([{ lock_timeout: '0' }]);
    await runner.query('CREATE INDEX CONCURRENTLY notes_wider ON notes (wider)');
  }
  down = noWayBack;
}

type TestService = Parameters<TestDatabase['urlOf']>[0];

let server: TestDatabase;
let db: Database;

function open(
  schema: TestService = 'review',
  migrations: MigrationClass[] = [NOTES],
  more: Partial<DatabaseOptions> = {},
): Promise<Database> {
  return openDatabase({
    url: server.urlOf(schema),
    schema,
    migrations,
    poolMax: 4,
    log: silentLog,
    ...more,
  });
}

async function openShortly(more?: Partial<DatabaseOptions>) {
  const opened = await open(undefined, undefined, more);
  return { db: opened, [Symbol.asyncDispose]: () => opened.close() };
}

async function textOf(id: string): Promise<string | undefined> {
  const { rows } = await db.query<NoteRow>('SELECT * FROM notes WHERE id = $1', [id]);
  return rows[0]?.text;
}

beforeAll(async () => {
  server = await createTestDatabase();
  db = await open();
});

afterAll(async () => {
  await db.close();
  await server.drop();
});

describe('a pool', () => {
  test('shows a transaction its own writes, and others only after the commit', async () => {
    const seen = await db.transaction(async (tx) => {
      await tx.query('INSERT INTO notes VALUES ($1, $2)', ['both', 'first']);
      expect(await textOf('both')).toBeUndefined();
      const { rows } = await tx.query<NoteRow>({
        name: 'note-by-id',
        text: 'SELECT text FROM notes WHERE id = $1',
        values: ['both'],
      });
      return rows;
    });

    expect(seen).toEqual([{ text: 'first' }]);
    expect(await textOf('both')).toBe('first');
  });

  test('rolls back a transaction that throws, and passes the error on', async () => {
    const refusal = new AppError('CONFLICT', 'No');

    const attempt = db.transaction(async (tx) => {
      await tx.query('INSERT INTO notes VALUES ($1, $2)', ['thrown', 'x']);
      throw refusal;
    });

    await expect(attempt).rejects.toBe(refusal);
    expect(await textOf('thrown')).toBeUndefined();
  });

  test('remembers a full disk for half a minute, in statements and transactions, but no other failures', async () => {
    const full = `DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$`;
    await using first = await openShortly();
    await expect(first.db.query('SELECT 1 / 0')).rejects.toThrow();
    await expect(first.db.hasRoom()).resolves.toBeUndefined();
    await expect(first.db.query(full)).rejects.toThrow();
    await expect(first.db.hasRoom()).rejects.toThrow('no room');

    await using second = await openShortly();
    await expect(second.db.transaction((tx) => tx.query(full))).rejects.toThrow();
    await expect(second.db.hasRoom()).rejects.toThrow('no room');
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    await expect(second.db.hasRoom()).resolves.toBeUndefined();
    jest.restoreAllMocks();
  });

  test('keeps the connection after a faulty statement', async () => {
    const pids = async () =>
      (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const before = await pids();

    await expect(db.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });

    expect(await pids()).toBe(before);
  });

  test('sees its own schema and the extensions, and no table of another service', async () => {
    const { rows } = await db.query('SHOW search_path');
    expect(rows).toEqual([{ search_path: 'review,extensions' }]);
    // A transaction of a dead process must not keep its locks.
    const idle = await db.query('SHOW idle_in_transaction_session_timeout');
    expect(idle.rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);

    const other = await open('gateway');
    await other.query('INSERT INTO notes VALUES ($1, $2)', ['secret', 'of the gateway']);
    await other.close();

    await expect(db.query('SELECT * FROM gateway.notes')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a closed pool', () => {
  test('commits nothing of an open transaction, even if another one waits for its connection', async () => {
    const closing = await open('review', undefined, { poolMax: 1 });
    let hasWritten = false;
    let goOn = (): void => {};
    const underWay = closing
      .transaction(async (tx) => {
        await tx.query('INSERT INTO notes VALUES ($1, $2)', ['half done', 'x']);
        hasWritten = true;
        await new Promise<void>((resolve) => (goOn = resolve));
      })
      .catch((error: unknown) => error);
    await eventually(() => expect(hasWritten).toBe(true));
    const waiting = closing.transaction((tx) => tx.query('SELECT 1')).catch(() => {});

    const closed = closing.close();
    goOn();

    expect(isTransientError(await underWay)).toBe(true);
    await Promise.all([waiting, closed]);
    expect(await textOf('half done')).toBeUndefined();
  });
});

describe('broken connections', () => {
  test('one cut in a transaction is an outage and rolled back, and the next one works', async () => {
    const attempt = db.transaction(async (tx) => {
      await tx.query('INSERT INTO notes VALUES ($1, $2)', ['cut', 'x']);
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('SELECT 1');
    });

    const error: unknown = await attempt.catch((caught: unknown) => caught);
    expect(isTransientError(error)).toBe(true);
    expect(await textOf('cut')).toBeUndefined();
    await db.transaction((tx) => tx.query('INSERT INTO notes VALUES ($1, $2)', ['next', 'y']));
    expect(await textOf('next')).toBe('y');
  });

  test.each(['its commit', 'a statement'])(
    'one cut between two statements is an outage at %s',
    async (next) => {
      const attempt = db.transaction(async (tx) => {
        await tx.query('INSERT INTO notes VALUES ($1, $2)', ['rested', 'x']);
        const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await db.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
        // Its last message has arrived.
        await delay(50);
        if (next !== 'its commit') await tx.query('SELECT 1');
      });

      const error: unknown = await attempt.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      expect(isTransientError(error)).toBe(true);
      expect(await textOf('rested')).toBeUndefined();
    },
  );

  test('do not crash the process when all idle ones are cut at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => db.query('SELECT pg_sleep(0.01)')));
    await db.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND datname = current_database() AND pid <> pg_backend_pid()',
    );

    // It is random whether the pool notices a cut before it hands the connection out.
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => db.ready()));
    const failures = answers.flatMap((one): unknown[] =>
      one.status === 'rejected' ? [one.reason] : [],
    );
    expect(failures.every(isTransientError)).toBe(true);
    await eventually(() => db.ready());
  });
});

describe('connections to a server that became read-only in a failover', () => {
  /** As many connections as possible, all to a standby. Later ones are writable. */
  async function openToStandby() {
    const opened = await openShortly();
    const { max } = opened.db.poolUsage();
    const makeOne = () =>
      opened.db.query('SET default_transaction_read_only = on; SELECT pg_sleep(0.05)');
    await eventually(async () => {
      await Promise.all(Array.from({ length: max }, makeOne));
      expect(opened.db.poolUsage()).toMatchObject({ idle: max });
    });
    return opened;
  }

  const write = (id: string): [string, string[]] => [
    'INSERT INTO notes VALUES ($1, $2)',
    [id, 'x'],
  ];

  const failing = test.each<[string, (on: Database) => Promise<unknown>]>([
    ['a statement', (on) => on.query(...write('lost'))],
    ['a transaction', (on) => on.transaction((tx) => tx.query(...write('lost')))],
    ['a readiness check', (on) => on.ready()],
  ]);

  failing('report %s as an outage, and everything after it works', async (name, fail) => {
    await using standby = await openToStandby();

    const error = await fail(standby.db).catch((caught: unknown) => caught);

    expect(error).toMatchObject({ code: '25006' });
    expect(isTransientError(error)).toBe(true);
    expect(outageReason(error)).toBe('the server is read-only');
    await eventually(() => expect(standby.db.poolUsage()).toMatchObject({ inUse: 0, idle: 0 }));
    await standby.db.query(...write(`${name} by itself`));
    await standby.db.transaction((tx) => tx.query(...write(`${name} in a transaction`)));
    await standby.db.ready();
  });

  failing('are not passed on by %s to a statement that waits', async (name, fail) => {
    await using standby = await openShortly({ poolMax: 1 });
    await standby.db.query('SET default_transaction_read_only = on');

    const attempts = [fail(standby.db), standby.db.query(...write(`${name} before`))];

    const statuses = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect(statuses).toEqual(['rejected', 'fulfilled']);
  });
});

const BETWEEN_TRIES = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND usename = 'evaluator' AND state = 'idle'
    AND query LIKE 'SELECT pg_try_advisory_lock%'`;

/** Opens a database while another replica holds the lock of migrations, until something is done meanwhile. */
function openBehindLock(
  migrations: MigrationClass[],
  meanwhile: (admin: Client, opening: Promise<Database>) => Promise<void>,
  more?: Partial<DatabaseOptions>,
): Promise<{ readonly opening: Promise<Database> }> {
  return withSuperuser(server.adminUrl, async (admin) => {
    await admin.query("SELECT pg_advisory_lock(4711001, hashtext('evaluator'))");
    const opening = open('evaluator', migrations, more);
    opening.catch(() => {});
    await eventually(async () => expect((await admin.query(BETWEEN_TRIES)).rowCount).toBe(1));
    await meanwhile(admin, opening);
    // Not awaited here, since it waits for the end of this block.
    return { opening };
  });
}

describe('migrations', () => {
  test('run once when replicas start concurrently', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => open('evaluator')));

    const { rows } = await replicas[0]!.query<{ name: string }>('SELECT name FROM migrations');
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(rows).toEqual([{ name: 'Notes1700000000000' }]);
  });

  test('refuse a schema newer than the code', async () => {
    await (await open('media', [NOTES, LATER])).close();

    await expect(open('media')).rejects.toThrow(/newer than this program.*Later1700000000001/);
  });

  test('that fail leave nothing behind, and those before them stay', async () => {
    const broken = [NOTES, BROKEN];
    await expect(open('instructions', broken)).rejects.toMatchObject({ code: '42703' });

    const repaired = await open('instructions', [NOTES, LATER]);
    const { rows } = await repaired.query<{ half: string | null }>(
      "SELECT to_regclass('half') AS half",
    );
    await repaired.close();
    expect(rows).toEqual([{ half: null }]);
  });

  test('that are cut off while another replica migrates are retried', async () => {
    const pending = [NOTES, LATER];
    const { opening } = await openBehindLock(pending, (admin) =>
      eventually(async () => {
        const cut = await admin.query(`SELECT pg_terminate_backend(pid) FROM (${BETWEEN_TRIES})`);
        expect(cut.rowCount).toBe(1);
      }),
    );

    const migrated = await opening;
    const { rows } = await migrated.query<{ name: string }>('SELECT name FROM migrations');
    await migrated.close();
    expect(rows.map(({ name }) => name)).toEqual(['Notes1700000000000', 'Later1700000000001']);
  });

  test('of another replica are waited for only until the start is aborted', async () => {
    const pending = [NOTES, LATER, WIDER];
    const stop = new AbortController();
    const abort = async (_: Client, opening: Promise<Database>): Promise<void> => {
      stop.abort();
      await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    };
    await openBehindLock(pending, abort, { starting: { signal: stop.signal, waitsFor: () => {} } });
  });

  test('refuse a schema that another replica made newer while they waited', async () => {
    const pending = [NOTES, LATER, WIDER];
    const { opening } = await openBehindLock(pending, async (admin) => {
      await admin.query(
        `INSERT INTO evaluator.migrations (timestamp, name) VALUES (1800000000000, 'Newer')`,
      );
    });

    await expect(opening).rejects.toThrow('is newer than this program, which does not know Newer.');
  });

  test('wait for a long reader without blocking other readers, and then succeed', async () => {
    const limits = { ...CONNECTION_LIMITS, statementMs: 4_000 };
    const before = await open('gateway', [NOTES], { limits });
    const said: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => void said.push(message) };
    const after = [NOTES, WIDER, Indexed1700000000004];

    const opening = await before.transaction(async (backup) => {
      await backup.query('SELECT FROM notes');
      const migrating = open('gateway', after, { log });
      await eventually(async () =>
        expect(await awaitedLocks(before, "relation = 'notes'::regclass")).toHaveLength(1),
      );
      await before.query('SELECT FROM notes');
      await eventually(() => expect(said).toContain('migration waits for a lock'));
      // Not awaited here, since it waits for the end of this block.
      return [migrating];
    });

    const migrated = await opening[0]!;
    const { rows } = await migrated.query<{ name: string }>('SELECT name FROM migrations');
    await Promise.all([before, migrated].map((one) => one.close()));
    expect(rows.map(({ name }) => name)).toEqual(after.map(({ name }) => name));
  });
});
