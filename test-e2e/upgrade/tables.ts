import { expect } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { withDatabase } from '../faults/erasing/tables-with.ts';

/** Tables with transient or delayed rows, which may be empty in a filled release. */
const PASSING = new Set([
  'evaluator.outbox',
  'gateway.outbox',
  'gateway.submission_outbox',
  'instructions.outbox',
  'review.outbox',
  'evaluator.evaluation_outbox',
  'evaluator.shadow_runs',
  'gateway.file_reservations',
  'gateway.rate_window_slots',
  'gateway.model_calls',
  'media.doomed_objects',
  // Written once a minute.
  'gateway.audit_heads',
  // Written for links by email, which require a mail server.
  'gateway.verification',
  'gateway.kept_mails',
  // The row of a workspace being erased is deleted last.
  'gateway.workspaces',
  // Expire after five minutes.
  'review.claims',
  // Written after a month.
  'review.output_events_trimmed',
]);

/** The number of rows of each persistent table. */
export async function countRows(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const counts = new Map<string, number>();
    for (const { schema, name } of rows) {
      if (PASSING.has(`${schema}.${name}`)) continue;
      const counted = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM "${schema}"."${name}"`,
      );
      counts.set(`${schema}.${name}`, counted.rows[0]?.n ?? 0);
    }
    return counts;
  });
}

/** Waits until statistics have counted all events, which happens with a short delay. */
export function awaitCounted(databaseUrl: string): Promise<void> {
  return withDatabase(databaseUrl, (client) =>
    eventually(async () => {
      const { rows } = await client.query(
        `SELECT FROM review.output_events e, review.statistics_progress p
         WHERE (e.xid, e.n) > (p.xid, p.n)`,
      );
      expect(rows).toEqual([]);
    }),
  );
}

/** Tables that are missing in the second count or have fewer rows. */
export function fewerRows(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  return [...before]
    .filter(([table, count]) => (after.get(table) ?? -1) < count)
    .map(([table, count]) => `${table}: ${count} rows, then ${after.get(table) ?? 'no table'}`);
}
