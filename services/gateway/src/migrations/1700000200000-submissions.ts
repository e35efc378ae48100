import { SqlMigration } from '@output-review/runtime';

export class Submissions1700000200000 extends SqlMigration {
  readonly sql = `
      -- Everything that was ever accepted. The body is dropped once review has the output. ID and fingerprint stay, so
      -- that an ID is never used twice.
      CREATE TABLE submissions (
        workspace_id    text        NOT NULL,
        id              text        NOT NULL,
        -- Blank if the caller gave neither ID nor key: nothing can repeat it.
        fingerprint     text        NOT NULL,
        token_id        text        NOT NULL,
        idempotency_key text,
        project_id      text        NOT NULL,
        task_id         text,
        accepted_at     timestamptz NOT NULL,
        is_sync         boolean     NOT NULL,
        lease_until     timestamptz,
        -- The data of outputs.submitted as JSON text, exactly as it is sent.
        body            text,
        answer          json,
        deleted_at      timestamptz,
        PRIMARY KEY (workspace_id, id)
      );

      CREATE UNIQUE INDEX submissions_idempotency_key ON submissions (token_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL;

      -- For the refill of the rate window, and for jobs over recent rows.
      CREATE INDEX submissions_accepted_at ON submissions USING brin (accepted_at)
        WITH (pages_per_range = 16);

      -- Submissions whose event was not sent yet. Narrow, because the data is in the submission.
      CREATE TABLE submission_outbox (
        seq           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        workspace_id  text NOT NULL,
        id            text NOT NULL,
        created_at    timestamptz NOT NULL DEFAULT now(),
        claimed_until timestamptz
      ) WITH (
        -- Nearly every row is deleted soon, so the table is vacuumed by their number.
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0
      );

      -- Submissions whose body review may have by now.
      CREATE INDEX submissions_with_body ON submissions (accepted_at) WHERE body IS NOT NULL;
    `;
}
