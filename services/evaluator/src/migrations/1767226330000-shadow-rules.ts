import { SqlMigration } from '@output-review/runtime';

/**
 * Rules in shadow mode. Replicas of the previous release treat them as inactive: they only read `is_active`, which
 * keeps its value for all existing rules.
 */
export class ShadowRules1767226330000 extends SqlMigration {
  readonly sql = `
      ALTER TABLE rules
        ADD COLUMN is_shadow boolean NOT NULL DEFAULT false,
        ADD COLUMN shadow_rate double precision NOT NULL DEFAULT 1;

      -- Outputs with shadow rules to apply, each at its latest run. They have rows of their own, since the evaluation
      -- is done by then. Outputs without such rules have none.
      CREATE TABLE shadow_runs (
        workspace_id    text        NOT NULL,
        output_id       text        NOT NULL,
        run             integer     NOT NULL,
        -- Whether the result of the run is stored.
        is_ready        boolean     NOT NULL DEFAULT false,
        -- The versions of the rules, and the content to apply them to, as JSON text.
        request         text        NOT NULL,
        -- The progress of each rule; null before the first of them is settled.
        progress        text,
        traceparent     text,
        -- A claim: its owner, its number, and its expiry.
        owner           text,
        attempt         integer     NOT NULL DEFAULT 0,
        lease_until     timestamptz,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        -- When its judges were first found unavailable.
        failing_since   timestamptz,
        PRIMARY KEY (workspace_id, output_id)
      );
      CREATE INDEX shadow_runs_open ON shadow_runs (workspace_id, next_attempt_at)
        WHERE is_ready AND owner IS NULL;
      CREATE INDEX shadow_runs_claimed ON shadow_runs (lease_until) WHERE owner IS NOT NULL;
      CREATE INDEX shadow_runs_early ON shadow_runs (workspace_id, output_id) WHERE NOT is_ready;
    `;
}
