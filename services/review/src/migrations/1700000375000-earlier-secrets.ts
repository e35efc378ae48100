import { SqlMigration } from '@output-review/runtime';

export class EarlierSecrets1700000375000 extends SqlMigration {
  // JSON of the secrets before the former one that still sign, with their ends; null for none.
  readonly sql = 'ALTER TABLE destinations ADD COLUMN earlier_secrets_sealed text';
}
