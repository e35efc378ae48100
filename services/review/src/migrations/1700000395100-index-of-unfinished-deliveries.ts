import { SqlMigration } from '@output-review/runtime';

export class IndexOfUnfinishedDeliveries1700000395100 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS deliveries_unfinished',
    INDEX,
  ];
}

// Nearly all are delivered; who asks for the others looks for few.
const INDEX = `
CREATE INDEX CONCURRENTLY deliveries_unfinished ON deliveries (workspace_id, state, n DESC)
WHERE state IN ('pending', 'retrying', 'dead')
`;
