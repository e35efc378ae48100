import { SqlMigration } from '@output-review/runtime';

export class JudgeJobs1767225700000 extends SqlMigration {
  readonly sql = [RULE_VERSIONS, JOBS];
}

// A job refers to its rules by version, so a version stores which judge it uses.
const RULE_VERSIONS = `
ALTER TABLE rule_versions
  ADD COLUMN llm_judge_provider text,
  ADD COLUMN llm_judge_model text;`;

const JOBS = `
-- judging: its exact rules are settled, and its judges have to be asked. A job has no row of its own, so that its
-- claim, its result and the deletion of its output use the same key.
-- Existing rows meet the previous, narrower check, so they need not be scanned.
ALTER TABLE evaluations DROP CONSTRAINT evaluations_state_check;
ALTER TABLE evaluations ADD CONSTRAINT evaluations_state_check
  CHECK (state IN ('waiting', 'judging', 'done', 'deleted')) NOT VALID;

ALTER TABLE evaluations
  -- The material for judges, and the progress of each rule, as JSON text. The progress is rewritten often, and the
  -- material is long.
  ADD COLUMN material text,
  ADD COLUMN progress text,
  -- A claim: its owner, its number, and its expiry on the clock of the database.
  ADD COLUMN owner text,
  ADD COLUMN attempt integer,
  ADD COLUMN lease_until timestamptz,
  ADD COLUMN next_attempt_at timestamptz,
  -- When its judges were first found unavailable.
  ADD COLUMN failing_since timestamptz;

CREATE INDEX evaluations_open_jobs ON evaluations (workspace_id, next_attempt_at)
  WHERE state = 'judging' AND owner IS NULL;
CREATE INDEX evaluations_claimed_jobs ON evaluations (lease_until)
  WHERE state = 'judging' AND owner IS NOT NULL;`;
