import { OUTBOX_TABLE_SQL, SqlMigration } from '@output-review/runtime';

/** Results are their own outbox; this one is for the audit. */
export class Outbox1767226200000 extends SqlMigration {
  readonly sql = OUTBOX_TABLE_SQL;
}
