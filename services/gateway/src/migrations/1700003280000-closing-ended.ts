import { SqlMigration } from '@output-review/runtime';

export class ClosingEnded1700003280000 extends SqlMigration {
  // The closing_since of the closing given up last. Its mark stays until all owners that were asked know.
  readonly sql = 'ALTER TABLE projects ADD COLUMN closing_ended timestamptz';
}
