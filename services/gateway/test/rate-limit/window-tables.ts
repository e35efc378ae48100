import { afterAll, beforeAll } from '@jest/globals';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import type { Database } from '../../../../libs/runtime/src/postgres/database.ts';
import { openDatabase } from '../../../../libs/runtime/src/postgres/open-database.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../libs/runtime/src/testing/test-database.ts';
import type { SlotRequest, TakenSlots } from '../../src/rate-limit/rate-window.ts';
import { rateWindowTablesSql } from '../../src/rate-limit/rate-window-tables.ts';
import { SharedRateWindow } from '../../src/rate-limit/shared-rate-window.ts';

class WindowTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accepted (key text NOT NULL, taken_at timestamptz NOT NULL);
      ${rateWindowTablesSql('SELECT key, taken_at FROM accepted')}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

export interface WindowTables {
  readonly db: () => Database;
  /** Opens a separate session, like another process. */
  connect(): Promise<Client & AsyncDisposable>;
}

/** Gives a test file a database with the tables of the window, and a table of what was stored for slots. */
export function useWindowTables(): WindowTables {
  let opened: { server: TestDatabase; db: Database } | undefined;
  beforeAll(async () => {
    const server = await createTestDatabase();
    const db = await openDatabase({
      url: server.urlOf('gateway'),
      schema: 'gateway',
      migrations: [WindowTables1700000000000],
      poolMax: 16,
      log: silentLog,
    });
    opened = { server, db };
  });
  afterAll(async () => {
    await opened?.db.close();
    await opened?.server.drop();
  });
  const get = () => {
    if (!opened) throw new Error('The database is opened in beforeAll');
    return opened;
  };
  return {
    db: () => get().db,
    async connect() {
      const client = new Client({
        connectionString: get().server.urlOf('gateway'),
        options: '-c search_path=gateway',
      });
      // The server may end the session.
      client.on('error', () => {});
      await client.connect();
      return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
    },
  };
}

// Long enough for sixty sequential calls on a slow machine.
export const SHORT_WINDOW_MS = 1_500;

/** A window with one epoch that never changes. */
export function windowOfEpoch(
  epoch: string,
  take: (epoch: string, requests: readonly SlotRequest[]) => Promise<TakenSlots | null>,
): SharedRateWindow {
  return new SharedRateWindow({
    isCurrent: async () => true,
    async count(requests) {
      const taken = await take(epoch, requests);
      if (!taken) throw new Error('Another epoch is counted');
      return taken.map((takenAt) => ({ takenAt, epoch, isFinal: true }));
    },
  });
}
