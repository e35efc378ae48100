import { TLSSocket } from 'node:tls';

import { AppError } from '@output-review/errors';
import { DatabaseError, defaults, Pool, type PoolClient } from 'pg';

import type { Starting } from '../base/starting.ts';
import { awaitDatabase } from './await-database.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionSettings,
} from './connection-settings.ts';
import type { Database, PoolUsage, SqlClient, SqlStatement, Transaction } from './database.ts';
import { enforceIdleTimeout } from './enforce-idle-timeout.ts';
import {
  isDiskFull,
  isReadOnlyServer,
  isTransientError,
  READ_ONLY_SERVER,
} from './transient-errors.ts';
import { migrate, type MigrateOptions } from './migrate.ts';

// In the zone of the process, times would be written with an offset in whole minutes. Before standard time, which most
// zones introduced between 1840 and 1940, offsets had seconds.
defaults.parseInputDatesAsUTC = true;

export interface DatabaseOptions extends Omit<MigrateOptions, 'signal'> {
  readonly poolMax: number;
  /** Time limits of connections. Defaults to `CONNECTION_LIMITS`. */
  readonly limits?: ConnectionLimits;
  /** Is informed about the wait for an unavailable server, and can end it. */
  readonly starting?: Starting;
}

/**
 * Opens a service's database and migrates its schema. Waits for a server that is not available yet. Connection errors
 * never crash the process.
 *
 * @throws Error if waiting cannot help: a schema newer than the code, a failed migration; or a missing database, unless
 *   `starting` is set to wait for the setup.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return awaitDatabase({ ...options, databaseUrl: options.url }, async (signal) => {
    await migrate({ ...options, signal });
    return connect(options);
  });
}

async function connect({
  url,
  schema,
  poolMax,
  limits = CONNECTION_LIMITS,
  log,
}: DatabaseOptions): Promise<Database> {
  let validTo: Date | null = null;
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    ...connectionSettings(schema, limits),
  });
  pool.on('connect', (client) => {
    // The running statement reports a broken connection. Without a listener the event would crash the process.
    client.on('error', () => {});
    validTo = certificateValidTo(client);
  });
  // The pool drops its connections before they have disconnected. If the server ends one in between, it was not lost.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log.warn({ err: error, schema }, 'idle connection lost');
  });
  const dropResting = enforceIdleTimeout(pool, limits.silenceMs);
  // Fail now if the server is unreachable.
  (await pool.connect()).release();
  const disk = new DiskWatch();
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      disk.note(error);
      // After a failover all connections may lead to a standby, which keeps answering reads.
      if (error instanceof Error && isReadOnlyServer(error)) dropResting(error);
      throw error;
    }
  };
  const query: SqlClient['query'] = (statement, values) =>
    watch(withClient(pool, (client) => queryClient(client, statement, values)));
  const openClients = new Set<PoolClient>();
  return {
    query,
    transaction: (work) => watch(inTransaction(pool, openClients, work)),
    poolUsage: () => usageOf(pool),
    certificateValidTo: () => validTo,
    ready: () => watch(withClient(pool, checkWritable)),
    hasRoom: async () => disk.check(),
    close: async () => {
      isClosing = true;
      // Open transactions have had their time. They may wait for a lock or for a dead server.
      for (const client of openClients) client.connection.stream.destroy();
      await pool.end();
    },
  };
}

function certificateValidTo({ connection: { stream } }: PoolClient): Date | null {
  return stream instanceof TLSSocket ? new Date(stream.getPeerCertificate().valid_to) : null;
}

// Longer than the scrape interval, so that a scrape sees it.
const REPORTED_FOR_MS = 30_000;

/**
 * Remembers that the server's disk was full. A query would not detect it: the server still answers reads, and only
 * writes that need space fail.
 */
class DiskWatch {
  #failure: { readonly error: unknown; readonly at: number } | undefined;

  /** Records the error of a statement. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#failure = { error, at: performance.now() };
  }

  /** @throws the last disk-full error, for half a minute. */
  check(): void {
    const failure = this.#failure;
    if (failure && performance.now() - failure.at < REPORTED_FOR_MS) throw failure.error;
  }
}

/** @throws if the server is read-only, as a standby is, with the error code of a failed write. */
async function checkWritable(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'on') return;
  const message =
    'The database server is read-only, like a standby, so nothing can be stored. The database address must lead to the primary.';
  const name = 'ReadOnlyServerError';
  throw Object.assign(new Error(message), { name, code: READ_ONLY_SERVER });
}

/** Unlike the pool's own `query`, keeps the connection if the statement was at fault. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = !(error instanceof DatabaseError) || isReadOnlyServer(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function queryClient(
  client: PoolClient,
  statement: string | SqlStatement,
  values?: unknown[],
) {
  return typeof statement === 'string' ? client.query(statement, values) : client.query(statement);
}

async function inTransaction<T>(
  pool: Pool,
  openClients: Set<PoolClient>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  openClients.add(client);
  try {
    await client.query('START TRANSACTION');
    const result = await work({
      isTransaction: true,
      query: (statement, values) => queryClient(client, statement, values),
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await rollBack(client, error);
    throw error;
  } finally {
    openClients.delete(client);
    client.release();
  }
}

/** Never throws, because the caller must see the first error. The pool discards closed connections. */
async function rollBack(client: PoolClient, error: unknown): Promise<void> {
  // A rollback on a lost connection would also time out, and a connection to a standby is useless.
  const isLost =
    isTransientError(error) && !(error instanceof AppError) && !(error instanceof DatabaseError);
  const isOver = isLost || isReadOnlyServer(error);
  const isRolledBack = !isOver && (await client.query('ROLLBACK').then(yes, no));
  if (!isRolledBack) await client.end().catch(no);
}

const yes = (): boolean => true;
const no = (): boolean => false;

/** The usage of a pool of `pg`. */
function usageOf({ options, totalCount, idleCount, waitingCount }: Pool): PoolUsage {
  return {
    max: options.max,
    inUse: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
