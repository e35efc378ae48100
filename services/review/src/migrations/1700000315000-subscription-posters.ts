import { SqlMigration } from '@output-review/runtime';

export class SubscriptionPosters1700000315000 extends SqlMigration {
  // The ids of the named tokens that posted a subscription; nobody knows of those made before.
  readonly sql = `ALTER TABLE destinations ADD COLUMN posted_by text[] NOT NULL DEFAULT '{}'`;
}
