import { IndexMigration } from '@output-review/runtime';

export class IndexOfActiveDestinations1700000411000 extends IndexMigration {
  // Every event of an output looks for receivers. Ended subscriptions stay, because posting one again revives it, and
  // workflow tools subscribe a new URL for each workflow.
  readonly indexes = {
    destinations_active: 'destinations (workspace_id) WHERE is_active',
  };
}
