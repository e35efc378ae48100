import { DEAD_LETTERS_TABLE_SQL, OUTBOX_TABLE_SQL, SqlMigration } from '@output-review/runtime';

export class Messaging1700000300100 extends SqlMigration {
  readonly sql = [OUTBOX_TABLE_SQL, DEAD_LETTERS_TABLE_SQL];
}
