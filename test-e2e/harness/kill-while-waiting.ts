import { expect } from '@jest/globals';
import { awaitedLocks, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { embeddedDatabaseUrl, killService, type ServiceProcess } from './process.ts';

interface Waiting {
  /** What somebody else locks, of a table of review. */
  readonly rows: string;
  /** Begins what waits for them. */
  readonly begin: () => unknown;
}

/** Kills everything in the middle of a transaction of review: while it waits for rows that somebody else holds. */
export async function killWhileWaiting(
  service: ServiceProcess,
  dataDir: string,
  { rows: locked, begin }: Waiting,
): Promise<void> {
  const database = new Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  // The kill ends it too.
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

/** Lets a delivery be answered while somebody else holds its row, and kills when its bookkeeping waits for that. */
export function killWhileMarking(
  service: ServiceProcess,
  dataDir: string,
  answer: () => void,
): Promise<void> {
  return killWhileWaiting(service, dataDir, { rows: 'deliveries', begin: answer });
}
