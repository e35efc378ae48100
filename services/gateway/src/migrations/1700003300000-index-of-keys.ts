import { IndexMigration } from '@output-review/runtime';

export class IndexOfKeys1700003300000 extends IndexMigration {
  // Idempotency-Keys by age: those of the last 24 hours.
  readonly indexes = {
    submissions_keyed: `submissions (accepted_at)
      WHERE idempotency_key IS NOT NULL`,
  };
}
