import { SqlMigration } from '@output-review/runtime';

export class SubscriptionPosters1700000315000 extends SqlMigration {
  // The IDs of the named tokens that posted a subscription. Unknown for older ones.
  readonly sql = `ALTER TABLE destinations ADD COLUMN posted_by text[] NOT NULL DEFAULT '{}'`;
}
