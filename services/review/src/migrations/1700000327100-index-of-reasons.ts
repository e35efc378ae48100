import { SqlMigration } from '@output-review/runtime';

export class IndexOfReasons1700000327100 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS decisions_reasons',
    INDEX,
  ];
}

const INDEX = `
CREATE INDEX CONCURRENTLY decisions_reasons ON decisions USING gin (reason_ids)
WHERE cleared_at IS NULL AND reason_ids IS NOT NULL
`;
