import { SqlMigration } from '@output-review/runtime';

export class IndexOfNamedUploads1767226380000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS uploads_named',
    INDEX,
  ];
}

// Those that are used up and still have a name, which is for a minute.
const INDEX = `
CREATE INDEX CONCURRENTLY uploads_named ON uploads (key)
WHERE consumed_at IS NOT NULL AND filename <> ''
`;
