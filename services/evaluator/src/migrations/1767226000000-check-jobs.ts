import { SqlMigration } from '@output-review/runtime';

export class CheckJobs1767226000000 extends SqlMigration {
  readonly sql = JOBS;
}

const JOBS = `
-- checking: its rules are costly, and settled by the replica that claims it; the request contains the output.
-- Existing rows meet the previous, narrower check, so they need not be scanned.
ALTER TABLE evaluations DROP CONSTRAINT evaluations_state_check;
ALTER TABLE evaluations ADD CONSTRAINT evaluations_state_check
  CHECK (state IN ('waiting', 'checking', 'judging', 'done', 'deleted')) NOT VALID;

-- The same statements claim, renew and free jobs of both kinds.
DROP INDEX evaluations_open_jobs;
DROP INDEX evaluations_claimed_jobs;
CREATE INDEX evaluations_open_jobs ON evaluations (state, workspace_id, next_attempt_at)
  WHERE state IN ('checking', 'judging') AND owner IS NULL;
CREATE INDEX evaluations_claimed_jobs ON evaluations (lease_until)
  WHERE state IN ('checking', 'judging') AND owner IS NOT NULL;`;
