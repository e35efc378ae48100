import { IndexMigration } from '@output-review/runtime';

export class IndexOfUnfinishedDeliveries1700000395100 extends IndexMigration {
  // Nearly all deliveries are delivered. Queries for the others look for few.
  readonly indexes = {
    deliveries_unfinished: `deliveries (workspace_id, state, n DESC)
      WHERE state IN ('pending', 'retrying', 'dead')`,
  };
}
