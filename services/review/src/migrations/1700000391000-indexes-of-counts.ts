import { SqlMigration } from '@output-review/runtime';

/** Of the few counts that are still open or not yet folded; what is counted is in none, so that counting changes no index. */
export class IndexesOfCounts1700000391000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = INDEXES.flatMap(([name, definition]) => [
    // One that was cut off leaves an index that is not valid.
    `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
    `CREATE INDEX CONCURRENTLY ${name} ON ${definition}`,
  ]);
}

const INDEXES = [
  [
    'daily_counts_open',
    `daily_counts (status, workspace_id)
      WHERE status = 'pending' OR (NOT is_decided AND status IN ('flagged', 'error'))`,
  ],
  ['daily_counts_unfolded', 'daily_counts (day, workspace_id) WHERE slot <> 100'],
  ['outcome_counts_unfolded', 'outcome_counts (day, workspace_id) WHERE slot <> 100'],
] as const;
