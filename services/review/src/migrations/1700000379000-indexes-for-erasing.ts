import { SqlMigration } from '@output-review/runtime';

export class IndexesForErasing1700000379000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS delivery_attempts_workspace',
    'CREATE INDEX CONCURRENTLY delivery_attempts_workspace ON delivery_attempts (workspace_id)',
    'DROP INDEX CONCURRENTLY IF EXISTS output_events_workspace',
    'CREATE INDEX CONCURRENTLY output_events_workspace ON output_events (workspace_id)',
  ];
}
