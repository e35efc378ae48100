import { Client, escapeIdentifier } from 'pg';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';

import type { Logger } from '../base/logger.ts';
import { StartFault } from '../base/starting.ts';
import { wait } from '../base/wait.ts';
import {
  CONNECTION_LIMITS,
  connectionSettings,
  patientSettings,
  quietLogger,
} from './connection-settings.ts';
import { retryTransient, type RetryWaits } from './retry-transient.ts';
import { isLockTimeout } from './transient-errors.ts';

export type MigrationClass = new () => MigrationInterface;

export interface MigrateOptions {
  readonly url: string;
  readonly schema: string;
  readonly migrations: readonly MigrationClass[];
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Brings the schema up to the code's migrations, each in a transaction of its own. Several replicas
 * may do so at once: one works, the others wait for it. A table that somebody reads for long, as a
 * backup does, is waited for without holding up its other users.
 *
 * @throws StartFault when the schema has a migration that the code does not know: the code is too old.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  // Nearly every start finds nothing to do, and finds that out in a moment.
  if (await isUpToDate(options)) return;
  await migrateUnderLock(options);
}

async function isUpToDate({ url, schema, migrations }: MigrateOptions): Promise<boolean> {
  const done = await readMigrations(url, schema);
  if (done === null) return false;
  refuseUnknown(done, { schema, migrations });
  return migrations.every(({ name }) => done.includes(name));
}

// A migration may take its time, so a dead connection is given up here, by the probes of TCP, and the
// wait for a lock.
async function migrateUnderLock(options: MigrateOptions): Promise<void> {
  const { url, schema, migrations, log } = options;
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: [...migrations],
    installExtensions: false,
    logger: quietLogger,
    poolSize: 1,
    extra: patientSettings(schema),
    poolErrorHandler: (error: unknown) => log.warn({ err: error }, 'idle connection lost'),
  });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await lockSchema(runner, options);
    limitLockWaits(runner);
    await runPending(new MigrationExecutor(source, runner), options);
  } finally {
    // The lock is the session's, and ends with it.
    await runner.release();
    await source.destroy();
  }
}

// Any number that nobody else locks; the second key is the schema.
const MIGRATION_LOCK = 4_711_001;
const LOCK_POLL_MS = 200;

// Asked for again and again instead of waited for: a waiting statement holds a snapshot, and for the
// end of that snapshot a CREATE INDEX CONCURRENTLY of the replica at work would wait in turn.
async function lockSchema(runner: QueryRunner, { schema, signal }: MigrateOptions): Promise<void> {
  for (;;) {
    const answer: unknown = await runner.query(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
      [MIGRATION_LOCK, schema],
    );
    if (isLocked(answer)) return;
    await wait(LOCK_POLL_MS, signal);
    signal.throwIfAborted();
  }
}

// Whatever asks for a table after a statement that waits for all of it waits behind it, and has 8 s. Longer than
// the second after which PostgreSQL ends an autovacuum that is in the way.
const LOCK_TIMEOUT_MS = 2_000;
// In between, those who waited get through.
const LOCK_PAUSES: RetryWaits = { firstMs: 2_000, longestMs: 10_000 };

/** TypeORM calls these around a migration in a transaction. One without builds an index, which holds up nobody. */
function limitLockWaits(runner: QueryRunner): void {
  const limit = async (ms: number): Promise<void> => {
    await runner.query(`SET lock_timeout = ${ms}`);
  };
  runner.beforeMigration = () => limit(LOCK_TIMEOUT_MS);
  runner.afterMigration = () => limit(0);
}

async function runPending(
  executor: MigrationExecutor,
  { schema, migrations, log, signal }: MigrateOptions,
): Promise<void> {
  executor.transaction = 'each';
  const before = await namesOfDone(executor);
  refuseUnknown(before, { schema, migrations });

  // What is done stays done: the next attempt goes on from there.
  await retryTransient(() => executor.executePendingMigrations(), {
    signal,
    isTransient: isLockTimeout,
    onOutage: (error) => log.warn({ err: error, schema }, 'migration waits for a lock'),
    waits: LOCK_PAUSES,
  });
  const done = (await namesOfDone(executor)).filter((name) => !before.includes(name));
  if (done.length > 0) log.info({ schema, migrations: done }, 'schema migrated');
}

/** In the order in which they ran. */
async function namesOfDone(executor: MigrationExecutor): Promise<string[]> {
  return (await executor.getExecutedMigrations()).map(({ name }) => name).toReversed();
}

function refuseUnknown(
  done: readonly string[],
  { schema, migrations }: Pick<MigrateOptions, 'schema' | 'migrations'>,
): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = done.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StartFault(
    `Schema ${schema} is newer than this program, which does not know ${unknown.join(', ')}.`,
  );
}

function isLocked(answer: unknown): boolean {
  const row: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof row === 'object' && row !== null && 'locked' in row && row.locked === true;
}

/** The names of the migrations that a schema has; null where it has never had one. */
async function readMigrations(url: string, schema: string): Promise<string[] | null> {
  const client = new Client({
    connectionString: url,
    ...connectionSettings(schema),
    query_timeout: CONNECTION_LIMITS.silenceMs,
  });
  // What breaks a statement is thrown by the statement.
  client.on('error', () => {});
  // As TypeORM names it.
  const table = `${escapeIdentifier(schema)}.migrations`;
  try {
    await client.connect();
    const { rows } = await client.query<{ isThere: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
      [table],
    );
    if (rows[0]?.isThere !== true) return null;
    const found = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
    return found.rows.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}
