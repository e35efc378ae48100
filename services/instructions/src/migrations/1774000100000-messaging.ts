import {
  DEAD_LETTERS_TABLE_SQL,
  DEAD_LETTER_OUTBOX_SQL,
  OUTBOX_TABLE_SQL,
  SqlMigration,
} from '@output-review/runtime';

export class Messaging1774000100000 extends SqlMigration {
  readonly sql = [OUTBOX_TABLE_SQL, DEAD_LETTERS_TABLE_SQL, DEAD_LETTER_OUTBOX_SQL];
}
