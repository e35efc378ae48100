import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexOfReviewGroups1700000351100 implements MigrationInterface {
  readonly name = 'IndexOfReviewGroups1700000351100';
  // An index is not built concurrently in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

// Empty where no project routes anything, which whatever is flagged then asks first.
const INDEX = `
CREATE INDEX CONCURRENTLY IF NOT EXISTS names_routed ON names (workspace_id, kind, id)
WHERE coalesce(review_group, escalation_group) IS NOT NULL
`;
