import { IndexMigration } from '@output-review/runtime';

export class IndexOfReasons1700000327100 extends IndexMigration {
  readonly indexes = {
    decisions_reasons: `decisions USING gin (reason_ids)
      WHERE cleared_at IS NULL AND reason_ids IS NOT NULL`,
  };
}
