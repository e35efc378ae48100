import { SqlMigration } from '@output-review/runtime';

/**
 * Which results are to be sent, in narrow rows of their own: marking a row that holds its result wrote that result
 * to the log once more. Results that are not sent yet are taken in at the start. The columns and
 * the index of before stay while replicas of the release before may run beside.
 */
export class EvaluationOutbox1767226323000 extends SqlMigration {
  readonly sql = `
      CREATE TABLE evaluation_outbox (
        seq bigint PRIMARY KEY,
        workspace_id text NOT NULL,
        output_id text NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        -- Until then a relay has it in hand, so that no other replica sends it too.
        claimed_until timestamptz
      ) WITH (
        -- Nearly every row is deleted soon, so the table is vacuumed by their number.
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0
      );
    `;
}
