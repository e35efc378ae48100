import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@output-review/contracts';
import { type Client, escapeLiteral } from 'pg';

import type { Database, SqlClient, Transaction } from '../postgres/database.ts';
import { migrate, type MigrationClass } from '../postgres/migrate.ts';
import { eventually } from './eventually.ts';
import { silentLog } from './silent-log.ts';
import { urlOfDatabase, withSuperuser } from './superuser-connection.ts';
import { urlForService } from './test-roles.ts';

export interface TestDatabase {
  readonly name: string;
  /** Connects as the superuser, who sees every schema. */
  readonly adminUrl: string;
  /** Connects as the role of a service, which sees only its own schema. */
  urlOf(service: ServiceName): string;
  /** Disconnects all services and rejects them until the outage ends. */
  startOutage(): Promise<Outage>;
  /** Drops the database and disconnects its remaining users. */
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Outage extends AsyncDisposable {
  /** Lets services connect again. */
  end(): Promise<void>;
}

/** The initial tables of a database. */
export interface MigratedSchema {
  readonly service: ServiceName;
  readonly migrations: readonly MigrationClass[];
}

/** Connections of a service in tests. Each is a server process that parses and plans its statements again. */
export const CONNECTIONS_MAX = 2;

/** Options for tests of concurrency: as many connections as in production. */
export const ALL_CONNECTIONS = { connectionsMax: undefined } as const;

/**
 * The processes that wait for a lock in this database. Filters by database, since statements of other tests on the same
 * server wait too, for tables with perhaps the same OIDs. Clears the snapshot of pg_stat_activity first, so that the
 * lock holder can call it within its transaction and see later connections.
 *
 * @param condition SQL over the columns of pg_locks and pg_stat_activity.
 */
export async function awaitedLocks(
  sql: Pick<SqlClient, 'query'>,
  condition = 'true',
): Promise<number[]> {
  await sql.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await sql.query<{ pid: number }>(
    `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE NOT granted AND datname = current_database() AND ${condition}`,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until exactly this many statements that contain the words wait for a lock in this database. */
export function untilHeldUp(
  sql: Pick<SqlClient, 'query'>,
  count: number,
  words = '',
): Promise<void> {
  return eventually(async () => {
    const { length } = await awaitedLocks(sql, `query LIKE ${escapeLiteral(`%${words}%`)}`);
    if (length !== count) throw new Error(`${length} statements wait, not ${count}`);
  });
}

/** Runs a transaction that loses if it deadlocks with another one, as PostgreSQL ends the one that notices first. */
export function asDeadlockVictim<T>(
  db: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`SET LOCAL deadlock_timeout = '1ms'`);
    return work(tx);
  });
}

/**
 * Creates a separate database for a test file, with the role and schema of every service, either empty or with the
 * tables of one service. It uses the server that jest's global setup started.
 */
export async function createTestDatabase(schema?: MigratedSchema): Promise<TestDatabase> {
  const { TEST_POSTGRES_URL: serverUrl, TEST_POSTGRES_TEMPLATE: empty } = process.env;
  if (!serverUrl || !empty) {
    throw new Error('No test server: start-postgres.ts must be the globalSetup of this run');
  }
  const template = schema === undefined ? empty : await migratedTemplate(serverUrl, empty, schema);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withSuperuser(serverUrl, (client) => copyDatabase(client, template, name));

  const adminUrl = urlOfDatabase(serverUrl, name);
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

// Copies files, which takes 20 ms. A copy through the WAL compresses every page and takes 160 ms. The required
// checkpoints are cheap on a server that does not sync.
const copyDatabase = (client: Client, template: string, name: string) =>
  client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);

/** Migrated on first use in a run, since all migrations of a service take half a second. */
function migratedTemplate(
  serverUrl: string,
  empty: string,
  { service, migrations }: MigratedSchema,
): Promise<string> {
  const name = `${empty}_${service}`;
  return withSuperuser(serverUrl, async (client) => {
    // Held until this connection ends.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return name;
    const making = `${name}_making`;
    // Left over from a failed migration.
    await client.query(`DROP DATABASE IF EXISTS ${making} WITH (FORCE)`);
    await copyDatabase(client, empty, making);
    const url = urlForService(service, urlOfDatabase(serverUrl, making));
    await migrate({
      ...{ url, schema: service, migrations },
      ...{ log: silentLog, signal: new AbortController().signal },
    });
    await client.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
    return name;
  });
}

const POLL_MS = 20;

async function startOutage(serverUrl: string, name: string): Promise<Outage> {
  const limit = async (connections: number): Promise<void> => {
    await withSuperuser(serverUrl, (client) =>
      client.query(`ALTER DATABASE ${name} CONNECTION LIMIT ${connections}`),
    );
  };
  await limit(0);
  await withSuperuser(serverUrl, async (client) => {
    // A connection accepted just before the limit may not be listed yet.
    let empty = 0;
    while (empty < 3) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND NOT (SELECT rolsuper FROM pg_roles WHERE oid = usesysid)`,
        [name],
      );
      empty = rowCount === 0 ? empty + 1 : 0;
      await delay(POLL_MS);
    }
  });
  const end = (): Promise<void> => limit(-1);
  return { end, [Symbol.asyncDispose]: end };
}
