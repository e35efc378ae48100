import { SqlMigration } from '@output-review/runtime';

/**
 * An outbox of narrow rows for results to send. Marking the row with the result as sent wrote that result to the
 * write-ahead log again. Unsent results are added at startup. The previous columns and index stay while replicas of the
 * previous release may run beside this one.
 */
export class EvaluationOutbox1767226323000 extends SqlMigration {
  readonly sql = `
      CREATE TABLE evaluation_outbox (
        seq bigint PRIMARY KEY,
        workspace_id text NOT NULL,
        output_id text NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        -- Claimed by a relay until then, so that no other replica sends it too.
        claimed_until timestamptz
      ) WITH (
        -- Nearly every row is deleted soon, so vacuum by the number of rows.
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0
      );
    `;
}
