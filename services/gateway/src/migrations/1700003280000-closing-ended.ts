import { SqlMigration } from '@output-review/runtime';

export class ClosingEnded1700003280000 extends SqlMigration {
  // The closing_since of the closing that was given up last, whose mark stays until all who were asked know of it.
  readonly sql = 'ALTER TABLE projects ADD COLUMN closing_ended timestamptz';
}
