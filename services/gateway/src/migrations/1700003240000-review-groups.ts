import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewGroups1700003240000 implements MigrationInterface {
  readonly name = 'ReviewGroups1700003240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const COLUMNS = `
-- Which groups get what is flagged, and what nobody decided in time. Null: of a task as of its project, of a
-- project none. Whoever writes one locks the group, and a group is deleted only when nothing names it.
ALTER TABLE projects ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
ALTER TABLE tasks ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
`;
