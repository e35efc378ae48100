import { expect } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { embeddedDatabaseUrl, killService, type ServiceProcess } from './process.ts';

/** Lets a delivery be answered while somebody else holds its row, and kills when its bookkeeping waits for that. */
export async function killWhileMarking(
  service: ServiceProcess,
  dataDir: string,
  answer: () => void,
): Promise<void> {
  const database = new Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  // The kill ends it too.
  database.on('error', () => {});
  await database.connect();
  await database.query('BEGIN');
  await database.query('SELECT FROM review.deliveries FOR UPDATE');
  answer();
  await eventually(async () => {
    const { rows } = await database.query(
      `SELECT FROM pg_stat_activity WHERE usename = 'review' AND wait_event_type = 'Lock'`,
    );
    expect(rows).not.toEqual([]);
  }, 30_000);
  await killService(service, dataDir, 'all');
}
