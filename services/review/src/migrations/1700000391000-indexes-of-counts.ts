import { IndexMigration } from '@output-review/runtime';

/** Covers only the few counts that are open or not folded yet, so that counting changes no index. */
export class IndexesOfCounts1700000391000 extends IndexMigration {
  readonly indexes = {
    daily_counts_open: `daily_counts (status, workspace_id)
      WHERE status = 'pending' OR (NOT is_decided AND status IN ('flagged', 'error'))`,
    daily_counts_unfolded: 'daily_counts (day, workspace_id) WHERE slot <> 100',
    outcome_counts_unfolded: 'outcome_counts (day, workspace_id) WHERE slot <> 100',
  };
}
