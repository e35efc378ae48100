import { expect } from '@jest/globals';
import { awaitedLocks, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { embeddedDatabaseUrl, killService, type ServiceProcess } from './process.ts';

interface Waiting {
  /** The rows to lock: a table of review with a condition. */
  readonly rows: string;
  /** Starts the work that waits for the lock. */
  readonly begin: () => unknown;
}

/** Kills everything during a transaction of review, while it waits for rows locked here. */
export async function killWhileWaiting(
  service: ServiceProcess,
  dataDir: string,
  { rows: locked, begin }: Waiting,
): Promise<void> {
  const database = new Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  // The kill closes this connection too.
  database.on('error', () => {});
  await database.connect();
  await database.query('BEGIN');
  const { rowCount } = await database.query(`SELECT FROM review.${locked} FOR UPDATE`);
  expect(rowCount).toBeGreaterThan(0);
  begin();
  await eventually(async () => {
    expect(await awaitedLocks(database, "usename = 'review'")).not.toEqual([]);
  }, 30_000);
  await killService(service, dataDir, 'all');
}

/** Locks the delivery's row, completes the response, and kills once the bookkeeping waits for the lock. */
export function killWhileMarking(
  service: ServiceProcess,
  dataDir: string,
  answer: () => void,
): Promise<void> {
  return killWhileWaiting(service, dataDir, { rows: 'deliveries', begin: answer });
}
