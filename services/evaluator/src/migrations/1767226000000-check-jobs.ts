import { SqlMigration } from '@output-review/runtime';

export class CheckJobs1767226000000 extends SqlMigration {
  readonly sql = JOBS;
}

const JOBS = `
-- checking: its rules are costly, and settled by whoever claims it; the request says of what.
-- The rows there are hold the former, narrower check: they need not be read again.
ALTER TABLE evaluations DROP CONSTRAINT evaluations_state_check;
ALTER TABLE evaluations ADD CONSTRAINT evaluations_state_check
  CHECK (state IN ('waiting', 'checking', 'judging', 'done', 'deleted')) NOT VALID;

-- Jobs of both kinds are claimed, renewed and freed by the same statements.
DROP INDEX evaluations_open_jobs;
DROP INDEX evaluations_claimed_jobs;
CREATE INDEX evaluations_open_jobs ON evaluations (state, workspace_id, next_attempt_at)
  WHERE state IN ('checking', 'judging') AND owner IS NULL;
CREATE INDEX evaluations_claimed_jobs ON evaluations (lease_until)
  WHERE state IN ('checking', 'judging') AND owner IS NOT NULL;`;
