import { SqlMigration } from '@output-review/runtime';

/**
 * A transaction gets its ID with the first row that it locks. If it then waits for another row, what it waited for may
 * have a higher ID, so the events of that row would be read in the wrong order. So an event takes the place of the last
 * transaction that had ended when its statement began, if that is later than its own. It is still read once every
 * transaction up to its place has ended, which includes its own.
 */
export class OrderOfEvents1700000417000 extends SqlMigration {
  readonly sql = `
    ALTER TABLE output_events ALTER COLUMN xid SET DEFAULT greatest(
      pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8)`;
}
