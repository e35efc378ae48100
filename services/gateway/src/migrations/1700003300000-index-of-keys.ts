import { SqlMigration } from '@output-review/runtime';

export class IndexOfKeys1700003300000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS submissions_keyed',
    INDEX,
  ];
}

// Idempotency-Keys by their age: those of the last 24 hours.
const INDEX = `
CREATE INDEX CONCURRENTLY submissions_keyed ON submissions (accepted_at)
WHERE idempotency_key IS NOT NULL
`;
