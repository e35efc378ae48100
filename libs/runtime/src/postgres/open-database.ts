import { TLSSocket } from 'node:tls';

import { AppError } from '@output-review/errors';
import { DatabaseError, Pool, type PoolClient } from 'pg';

import type { Logger } from '../base/logger.ts';
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
import { migrate, type MigrationClass } from './migrate.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** The service's schema; with `extensions` it is all that the connections see. */
  readonly schema: string;
  /** In any order; the numbers at the end of their names count. */
  readonly migrations: readonly MigrationClass[];
  readonly poolMax: number;
  /** Of its connections; the usual ones where they are left out. */
  readonly limits?: ConnectionLimits;
  readonly log: Logger;
  /** Hears of the wait for a server that is not there, and ends it. */
  readonly starting?: Starting;
}

/**
 * Opens a service's database and brings its schema up to date. Waits for a server that is not there
 * yet. No error on a connection ever ends the process.
 *
 * @throws Error for what waiting does not mend: a schema newer than the code, a migration that fails;
 * a database that does not exist, unless the start is told to wait for whoever makes it.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return awaitDatabase(options, async (signal) => {
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
    // One that breaks while it is in use says so to the statement that runs; the event besides would end the process.
    client.on('error', () => {});
    validTo = certificateValidTo(client);
  });
  // The pool forgets its connections before they have taken leave of the server; one that the server
  // ends in between was not lost.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log.warn({ err: error, schema }, 'idle connection lost');
  });
  const dropResting = enforceIdleTimeout(pool, limits.silenceMs);
  // A server that cannot be reached is told now.
  (await pool.connect()).release();
  const disk = new DiskWatch();
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      disk.note(error);
      // After a failover all may lead to what is a standby now, which answers what only reads for ever.
      if (error instanceof Error && isReadOnlyServer(error)) dropResting(error);
      throw error;
    }
  };
  const query: SqlClient['query'] = (statement, values) =>
    watch(withClient(pool, (client) => queryClient(client, statement, values)));
  const underWay = new Set<PoolClient>();
  return {
    query,
    transaction: (work) => watch(inTransaction(pool, underWay, work)),
    poolUsage: () => usageOf(pool),
    certificateValidTo: () => validTo,
    ready: () => watch(withClient(pool, checkWritable)),
    hasRoom: async () => disk.check(),
    close: async () => {
      isClosing = true;
      // Whoever began one has had its time. It may wait for a lock, or for a server that is gone without a word.
      for (const client of underWay) client.connection.stream.destroy();
      await pool.end();
    },
  };
}

function certificateValidTo({ connection: { stream } }: PoolClient): Date | null {
  return stream instanceof TLSSocket ? new Date(stream.getPeerCertificate().valid_to) : null;
}

// Longer than from one scrape to the next, so that one of them tells.
const TOLD_FOR_MS = 30_000;

/**
 * Remembers that the disk of a server was full. To ask the server would not tell: it reads and answers,
 * and only what needs more room fails.
 */
class DiskWatch {
  #failure: { readonly error: unknown; readonly at: number } | undefined;

  /** Told of what a statement failed with. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#failure = { error, at: performance.now() };
  }

  /** @throws what the last statement failed with that found the disk full, for half a minute. */
  check(): void {
    const failure = this.#failure;
    if (failure && performance.now() - failure.at < TOLD_FOR_MS) throw failure.error;
  }
}

/** @throws where the server only reads, as a standby does, with the code that a statement would fail with. */
async function checkWritable(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'on') return;
  const message =
    'The database server is read-only, as a standby is: nothing can be stored. The address of the database has to lead to the primary.';
  const name = 'ReadOnlyServerError';
  throw Object.assign(new Error(message), { name, code: READ_ONLY_SERVER });
}

/** Unlike the pool's own query, keeps the connection when the statement was at fault. */
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
  underWay: Set<PoolClient>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  underWay.add(client);
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
    underWay.delete(client);
    client.release();
  }
}

/** Never throws: what the caller must hear of is the first error. The pool keeps no connection that was ended. */
async function rollBack(client: PoolClient, error: unknown): Promise<void> {
  // A connection that has lost its server would hear as little of a rollback; one to a standby is of no use any more.
  const isLost = isTransientError(error) && !(error instanceof AppError) && !hasSqlState(error);
  const isOver = isLost || isReadOnlyServer(error);
  const isRolledBack = !isOver && (await client.query('ROLLBACK').then(yes, no));
  if (!isRolledBack) await client.end().catch(no);
}

const yes = (): boolean => true;
const no = (): boolean => false;

function hasSqlState(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error;
}

/** How the connections of one of pg's pools are used. */
function usageOf({ options, totalCount, idleCount, waitingCount }: Pool): PoolUsage {
  return {
    max: options.max,
    inUse: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
