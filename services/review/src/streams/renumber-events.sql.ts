import type { SqlClient } from '@output-review/runtime';

/**
 * After a restore: gives uncounted events positions in the order of this server, whose transaction IDs differ, and
 * deletes the others. A stream that resumes from an earlier event gets `resync`.
 */
export async function renumberEvents(db: SqlClient): Promise<void> {
  await db.query(DROP_COUNTED);
  await db.query('UPDATE output_events SET xid = pg_current_xact_id()');
  await db.query(`UPDATE statistics_progress SET xid = '0', n = 0`);
  await db.query('DELETE FROM output_events_trimmed');
  await db.query('INSERT INTO output_events_trimmed (xid) VALUES (pg_current_xact_id())');
}

const DROP_COUNTED = `
DELETE FROM output_events WHERE (xid, n) <= (SELECT xid, n FROM statistics_progress)`;
