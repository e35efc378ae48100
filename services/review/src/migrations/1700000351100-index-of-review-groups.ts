import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexOfReviewGroups1700000351100 implements MigrationInterface {
  readonly name = 'IndexOfReviewGroups1700000351100';
  // An index is not built concurrently in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was cut off leaves an index that is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS names_routed');
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

// Empty where no project routes anything, which whatever is flagged then asks first.
const INDEX = `
CREATE INDEX CONCURRENTLY names_routed ON names (workspace_id, kind, id)
WHERE coalesce(review_group, escalation_group) IS NOT NULL
`;
