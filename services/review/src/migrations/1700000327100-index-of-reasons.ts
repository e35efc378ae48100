import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexOfReasons1700000327100 implements MigrationInterface {
  readonly name = 'IndexOfReasons1700000327100';
  // An index is not built concurrently in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was cut off leaves an index that is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS decisions_reasons');
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const INDEX = `
CREATE INDEX CONCURRENTLY decisions_reasons ON decisions USING gin (reason_ids)
WHERE cleared_at IS NULL AND reason_ids IS NOT NULL
`;
