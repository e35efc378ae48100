import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexOfAssignees1700000325200 implements MigrationInterface {
  readonly name = 'IndexOfAssignees1700000325200';
  // An index is not built concurrently in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was cut off leaves an index that is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS outputs_assignee');
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const INDEX = `
CREATE INDEX CONCURRENTLY outputs_assignee
ON outputs (workspace_id, (coalesce(assignee_user, assignee_group)), timestamp DESC, id DESC)
WHERE coalesce(assignee_user, assignee_group) IS NOT NULL
`;
