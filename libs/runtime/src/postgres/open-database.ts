import { TLSSocket } from 'node:tls';

import { AppError } from '@output-review/errors';
import { Client, DatabaseError, Pool } from 'pg';
import { DataSource, type EntitySchema, type QueryRunner } from 'typeorm';

import type { Logger } from '../base/logger.ts';
import type { Starting } from '../base/starting.ts';
import { awaitDatabase } from './await-database.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionSettings,
  quietLogger,
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
  readonly entities: readonly EntitySchema[];
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
 * yet. TypeORM and raw SQL share one pool; no error on a connection ever ends the process.
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
  entities,
  poolMax,
  limits = CONNECTION_LIMITS,
  log,
}: DatabaseOptions): Promise<Database> {
  // The pool forgets its connections before they have taken leave of the server; one that the server
  // ends in between was not lost.
  let isClosing = false;
  const onIdleError = (error: unknown): void => {
    if (!isClosing) log.warn({ err: error, schema }, 'idle connection lost');
  };
  let validTo: Date | null = null;
  const onConnect = (client: Client): void => {
    surviveErrors(client);
    validTo = certificateValidTo(client);
  };
  const orm = new DataSource({
    type: 'postgres',
    url,
    schema,
    entities: [...entities],
    installExtensions: false,
    logger: quietLogger,
    poolSize: poolMax,
    extra: { ...connectionSettings(schema, limits), onConnect },
    poolErrorHandler: onIdleError,
  });
  await orm.initialize();
  const pool = poolOf(orm);
  const dropResting = enforceIdleTimeout(pool, limits.silenceMs);
  const disk = new DiskWatch();
  const watch = <T>(work: Promise<T>): Promise<T> => watchFailures(work, { disk, dropResting });
  const query: SqlClient['query'] = (statement, values) =>
    watch(withClient(pool, (client) => queryClient(client, statement, values)));
  return {
    orm,
    query,
    transaction: (work) => watch(inTransaction(orm.createQueryRunner(), work)),
    poolUsage: () => usageOf(pool),
    certificateValidTo: () => validTo,
    ready: () => watch(withClient(pool, checkWritable)),
    hasRoom: async () => disk.check(),
    close: () => {
      isClosing = true;
      return orm.destroy();
    },
  };
}

// A connection that breaks while it is in use says so to the statement that runs; the event besides
// would end the process if nobody listened.
function surviveErrors(client: Client): void {
  client.on('error', () => {});
}

function certificateValidTo({ connection: { stream } }: Client): Date | null {
  return stream instanceof TLSSocket ? new Date(stream.getPeerCertificate().valid_to) : null;
}

function poolOf({ driver }: DataSource): Pool {
  const pool: unknown = 'master' in driver ? driver.master : undefined;
  if (!(pool instanceof Pool)) throw new Error('TypeORM has no pool of pg');
  return pool;
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
async function withClient<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
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
  client: Pick<Client, 'query'>,
  statement: string | SqlStatement,
  values?: unknown[],
) {
  return typeof statement === 'string' ? client.query(statement, values) : client.query(statement);
}

async function inTransaction<T>(
  runner: QueryRunner,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    const client: unknown = await runner.connect();
    if (!(client instanceof Client)) throw new Error('TypeORM has no connection of pg');
    const query: SqlClient['query'] = (statement, values) => queryClient(client, statement, values);
    try {
      await runner.startTransaction();
      const result = await work({ manager: runner.manager, query });
      await runner.commitTransaction();
      return result;
    } catch (error) {
      await rollBack(runner, { client, error });
      throw error;
    }
  } finally {
    await runner.release();
  }
}

/** Never throws: what the caller must hear of is the first error. */
async function rollBack(
  runner: QueryRunner,
  { client, error }: { client: Client; error: unknown },
): Promise<void> {
  // A connection that has lost its server would hear as little of a rollback; one to a standby is of no use any more.
  const isLost = isTransientError(error) && !(error instanceof AppError) && !hasSqlState(error);
  const isOver = isLost || isReadOnlyServer(error);
  const isRolledBack = !isOver && (await runner.rollbackTransaction().then(yes, no));
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
