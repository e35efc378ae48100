import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewGroups1700000351000 implements MigrationInterface {
  readonly name = 'ReviewGroups1700000351000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const COLUMNS = `
-- Which groups get what is flagged in a project or task, and what nobody decided in time; null inherits.
ALTER TABLE names ADD COLUMN review_group text COLLATE "C", ADD COLUMN escalation_group text COLLATE "C";
`;
