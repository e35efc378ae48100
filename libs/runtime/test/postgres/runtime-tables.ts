import { afterAll, beforeAll } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import { DEAD_LETTER_OUTBOX_SQL } from '../../src/messaging/dead-letter-outbox.ts';
import { DEAD_LETTERS_TABLE_SQL } from '../../src/messaging/dead-letters.ts';
import { OUTBOX_TABLE_SQL } from '../../src/messaging/outbox/outbox-table.ts';
import type { Database } from '../../src/postgres/database.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

class RuntimeTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_TABLE_SQL);
    await runner.query(DEAD_LETTERS_TABLE_SQL);
    await runner.query(DEAD_LETTER_OUTBOX_SQL);
    await runner.query('CREATE TABLE effects (id text PRIMARY KEY, times integer NOT NULL)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/**
 * Creates a database with the runtime's tables, and one for the effects of a consumer, for a test file. It exists from
 * `beforeAll` on.
 */
export function useRuntimeTables(): () => Database {
  let opened: { server: TestDatabase; db: Database } | undefined;
  beforeAll(async () => {
    const server = await createTestDatabase();
    opened = { server, db: await openRuntimeTables(server) };
  });
  afterAll(async () => {
    await opened?.db.close();
    await opened?.server.drop();
  });
  return () => {
    if (!opened) throw new Error('The database is there from beforeAll on');
    return opened.db;
  };
}

function openRuntimeTables(server: TestDatabase): Promise<Database> {
  return openDatabase({
    url: server.urlOf('review'),
    schema: 'review',
    migrations: [RuntimeTables1700000000000],
    poolMax: 8,
    log: silentLog,
  });
}
