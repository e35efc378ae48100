import { expect, test } from '@jest/globals';
import { getMigrations } from 'better-auth/db/migration';
import { Pool } from 'pg';

import { startTestGateway } from './start-test-gateway.ts';

test('the tables of accounts are what better-auth would make', async () => {
  await using system = await startTestGateway();
  const pool = new Pool({ ...system.connection, max: 1 });

  const { toBeCreated, toBeAdded } = await getMigrations({
    database: pool,
    emailAndPassword: { enabled: true },
  });

  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
  await pool.end();
});
