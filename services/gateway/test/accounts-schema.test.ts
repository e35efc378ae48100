import { expect, test } from '@jest/globals';
import { getMigrations } from 'better-auth/db/migration';
import { Pool } from 'pg';

import { startTestGateway } from './start-test-gateway.ts';

test('the tables of accounts are what better-auth would make', async () => {
  await using system = await startTestGateway();
  const pool = new Pool({ ...system.connection, max: 1 });
  // Ending it does not wait for its connection, which dropping the database may still meet.
  pool.on('error', () => {});

  const { toBeCreated, toBeAdded } = await getMigrations({
    database: pool,
    emailAndPassword: { enabled: true },
  });

  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
  await pool.end();
});
