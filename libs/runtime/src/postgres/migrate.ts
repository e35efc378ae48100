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
  /** The service's schema. Connections see only it and `extensions`. */
  readonly schema: string;
  /** In any order. The numbers at the end of their names define the order. */
  readonly migrations: readonly MigrationClass[];
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Applies the code's pending migrations to the schema, each in its own transaction. Safe for concurrent replicas: one
 * works and the others wait. Waits for a table that is read for long, such as by a backup, without blocking its other
 * users.
 *
 * @throws StartFault if the schema has a migration that the code does not know, so that the code is too old.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  // Almost every start finds an up-to-date schema, and this check is quick.
  if (await isUpToDate(options)) return;
  await migrateUnderLock(options);
}

async function isUpToDate({ url, schema, migrations }: MigrateOptions): Promise<boolean> {
  const done = await readMigrations(url, schema);
  if (done === null) return false;
  refuseUnknown(done, { schema, migrations });
  return migrations.every(({ name }) => done.includes(name));
}

// A migration may take long, so it has no statement timeout. TCP probes detect a dead connection, and a lock timeout
// limits the wait for a lock.
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
    // The lock belongs to the session and ends with it.
    await runner.release();
    await source.destroy();
  }
}

// Any number that no other code locks. The second key is the schema.
const MIGRATION_LOCK = 4_711_001;
const LOCK_POLL_MS = 200;

// Polls instead of blocking: a blocked statement holds a snapshot, and a CREATE INDEX CONCURRENTLY of the working
// replica would wait for that snapshot to end.
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

// A statement that waits for a table lock blocks all later statements on the table, which time out after 8 s. The limit
// exceeds the second after which PostgreSQL cancels an autovacuum that is in the way.
const LOCK_TIMEOUT_MS = 2_000;
// Lets the blocked statements through in between.
const LOCK_PAUSES: RetryWaits = { firstMs: 2_000, longestMs: 10_000 };

/**
 * TypeORM calls these around a migration in a transaction. A migration without one builds an index, which blocks no
 * one.
 */
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

  // Finished migrations stay. The next attempt continues from there.
  await retryTransient(() => executor.executePendingMigrations(), {
    signal,
    isTransient: isLockTimeout,
    onOutage: (error) => log.warn({ err: error, schema }, 'migration waits for a lock'),
    waits: LOCK_PAUSES,
  });
  const done = (await namesOfDone(executor)).filter((name) => !before.includes(name));
  if (done.length > 0) log.info({ schema, migrations: done }, 'schema migrated');
}

/** In the order of execution. */
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

/** The names of a schema's migrations, or null if it never had any. */
async function readMigrations(url: string, schema: string): Promise<string[] | null> {
  const client = new Client({
    connectionString: url,
    ...connectionSettings(schema),
    query_timeout: CONNECTION_LIMITS.silenceMs,
  });
  // The failing statement throws the error.
  client.on('error', () => {});
  // TypeORM's table name.
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
