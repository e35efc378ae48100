import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OverriddenDecisions1700000347000 implements MigrationInterface {
  readonly name = 'OverriddenDecisions1700000347000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const COLUMN = `
-- How many of the decisions somebody else's later decision took the place of.
ALTER TABLE statistics_counts ADD COLUMN overridden integer NOT NULL DEFAULT 0;
`;
