import { SqlMigration } from '@output-review/runtime';

export class ReviewGroups1700003240000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- The groups for flagged outputs and for those not decided in time. Null: a task uses those of its project, a project
-- has none. A writer locks the group, and a group is deleted only if nothing names it.
ALTER TABLE projects ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
ALTER TABLE tasks ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
`;
