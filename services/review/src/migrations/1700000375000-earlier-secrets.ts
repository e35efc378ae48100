import { SqlMigration } from '@output-review/runtime';

export class EarlierSecrets1700000375000 extends SqlMigration {
  // JSON of the secrets older than the former one that still sign, with their expiry. Null for none.
  readonly sql = 'ALTER TABLE destinations ADD COLUMN earlier_secrets_sealed text';
}
