import { type Database, openDatabase, startTelemetry } from '@output-review/runtime';
import { createTestDatabase, silentLog, type TestDatabase } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import { watchBackups } from './backup-metrics.ts';
import { holdDeletions, listNamed, noteBackup, readBackupState } from './backups.sql.ts';
import { listDoomed, scheduleObjectDeletion } from './object-deletions.sql.ts';

const openMedia = (database: TestDatabase): Promise<Database> =>
  openDatabase({
    ...{ url: database.urlOf('media'), schema: 'media', migrations: MIGRATIONS },
    ...{ poolMax: 2, log: silentLog },
  });

/** Reads the line of the metrics that matches a pattern. */
async function watched(db: Database, line: RegExp): Promise<() => Promise<string | undefined>> {
  const { metrics } = await startTelemetry({ service: 'media', log: silentLog, traces: null });
  watchBackups(metrics, db);
  return async () => line.exec(await metrics.text())?.[0];
}

test('a backup holds deletions, and the last one is recorded', async () => {
  await using database = await createTestDatabase();
  const db = await openMedia(database);
  await scheduleObjectDeletion(db, ['w/a'], new Date());

  expect(await holdDeletions(db, 60)).toBe(false);
  expect(await listDoomed(db, 10, new Date())).toEqual([]);
  // A second backup with a shorter hold does not shorten the first.
  expect(await holdDeletions(db, 1)).toBe(true);
  expect(await listDoomed(db, 10, new Date())).toEqual([]);

  expect((await readBackupState(db)).takenAt).toBeNull();
  const takenAt = new Date('2026-11-25T01:02:03.004Z');
  await noteBackup(db, { takenAt: takenAt.toISOString(), bytes: 1 });
  expect((await readBackupState(db)).takenAt).toEqual(takenAt);

  await db.query(`UPDATE backups SET deletions_held_until = now() - interval '1 ms'`);
  expect(await listDoomed(db, 10, new Date())).toEqual(['w/a']);
  expect(await holdDeletions(db, 60)).toBe(false);
  await db.close();
});

test('metrics report whether a backup holds deletions', async () => {
  await using database = await createTestDatabase();
  const db = await openMedia(database);
  const metric = await watched(db, /^output_review_file_del.*$/m);

  expect(await metric()).toBe('output_review_file_deletions_held 0');
  await holdDeletions(db, 60);
  expect(await metric()).toBe('output_review_file_deletions_held 1');
  await db.query(`UPDATE backups SET deletions_held_until = now() - interval '1 ms'`);
  expect(await metric()).toBe('output_review_file_deletions_held 0');

  await db.close();
  expect(await metric()).toBeUndefined();
});

test('metrics report 0 before the first backup, and nothing if the database is down', async () => {
  await using database = await createTestDatabase();
  const db = await openMedia(database);
  const metric = await watched(db, /^output_review_last_backup.*$/m);

  expect(await metric()).toBe('output_review_last_backup_timestamp_seconds 0');

  await db.close();
  expect(await metric()).toBeUndefined();
});

test('a backup lists the objects of files and unclaimed uploads only', async () => {
  await using database = await createTestDatabase();
  const db = await openMedia(database);
  await db.query(`
    INSERT INTO files (workspace_id, output_id, position, attempt, role, object_key, key) VALUES
      ('w', 'o', 0, 'a', 'input', 'w/1', 'w/o/0-a'), ('w', 'o', 1, 'a', 'input', 'w/unfinished', NULL)`);
  await db.query(`
    INSERT INTO uploads (key, workspace_id, object_key, filename, stored_bytes, reserved_bytes, created_at,
      claimed_output_id, claimed_attempt, consumed_at) VALUES
      ('b', 'w', 'w/2', 'b', 1, 1, now(), NULL, NULL, NULL),
      ('c', 'w', 'w/3', 'c', NULL, 1, now(), NULL, NULL, NULL),
      ('d', 'w', 'w/used', 'd', 1, 0, now(), 'o', 'a', now())`);

  expect(await listNamed(db, '', 2)).toEqual([
    { objectKey: 'w/1', isExpected: true },
    { objectKey: 'w/2', isExpected: true },
  ]);
  expect(await listNamed(db, 'w/2', 2)).toEqual([{ objectKey: 'w/3', isExpected: false }]);
  await db.close();
});
