import { SqlMigration } from '@output-review/runtime';

export class IndexForErasing1700000379000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS delivery_attempts_workspace',
    'CREATE INDEX CONCURRENTLY delivery_attempts_workspace ON delivery_attempts (workspace_id)',
  ];
}
