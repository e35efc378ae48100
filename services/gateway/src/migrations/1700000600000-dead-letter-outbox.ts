import { DEAD_LETTER_OUTBOX_SQL, SqlMigration } from '@output-review/runtime';

export class DeadLetterOutbox1700000600000 extends SqlMigration {
  readonly sql = DEAD_LETTER_OUTBOX_SQL;
}
