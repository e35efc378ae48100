import { SqlMigration } from '@output-review/runtime';

export class SuggestedOutputs1774000700000 extends SqlMigration {
  readonly sql = `
-- The outputs that a suggestion is based on, in the order in which it cites them. Their texts are not stored.
CREATE TABLE suggested_outputs (
  workspace_id text NOT NULL,
  suggestion_id text NOT NULL,
  -- From 1.
  n integer NOT NULL,
  -- Null once the output is deleted.
  log_id text,
  decision text NOT NULL,
  -- The names of the rules that failed on it.
  failed_rules jsonb NOT NULL,
  PRIMARY KEY (workspace_id, suggestion_id, n)
);
CREATE INDEX suggested_outputs_of_output ON suggested_outputs (workspace_id, log_id)
  WHERE log_id IS NOT NULL;

-- How many outputs people had approved, changed and rejected; null if it is based on notes only.
ALTER TABLE suggestions ADD COLUMN decisions jsonb;`;
}
