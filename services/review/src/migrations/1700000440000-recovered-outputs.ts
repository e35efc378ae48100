import { SqlMigration } from '@output-review/runtime';

export class RecoveredOutputs1700000440000 extends SqlMigration {
  // Whether the submission was a dead letter once. Null for no.
  readonly sql = 'ALTER TABLE outputs ADD COLUMN is_recovered boolean';
}
