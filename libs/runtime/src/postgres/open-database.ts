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
import { DiskWatch } from './disk-watch.ts';
import { checkWritable } from './read-only-server.ts';
import { isReadOnlyServer, isTransientError } from './transient-errors.ts';
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
  const watch = <T>(work: Promise<T>): Promise<T> => watchFailures(work, { disk, dropResting });
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
      // Whoever began one has had its time; it may wait for a lock.
      for (const client of underWay) void client.end();
      await pool.end();
    },
  };
}

function certificateValidTo({ connection: { stream } }: PoolClient): Date | null {
  return stream instanceof TLSSocket ? new Date(stream.getPeerCertificate().valid_to) : null;
}

interface FailureWatch {
  readonly disk: DiskWatch;
  /** Drops the connections that rest. */
  readonly dropResting: (error: Error) => void;
}

async function watchFailures<T>(work: Promise<T>, { disk, dropResting }: FailureWatch): Promise<T> {
  try {
    return await work;
  } catch (error) {
    disk.note(error);
    // After a failover all may lead to what is a standby now, which answers what only reads for ever.
    if (error instanceof Error && isReadOnlyServer(error)) dropResting(error);
    throw error;
  }
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
