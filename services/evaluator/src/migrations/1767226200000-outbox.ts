import { OUTBOX_TABLE_SQL, SqlMigration } from '@output-review/runtime';

/** Results have an outbox of their own; this one is for the audit log. */
export class Outbox1767226200000 extends SqlMigration {
  readonly sql = OUTBOX_TABLE_SQL;
}
