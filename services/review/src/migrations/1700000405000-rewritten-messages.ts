import { SqlMigration } from '@output-review/runtime';

export class RewrittenMessages1700000405000 extends SqlMigration {
  // The delivery that last updated a Slack message. Null for none.
  readonly sql = 'ALTER TABLE slack_messages ADD COLUMN rewritten_for text COLLATE "C"';
}
