import { SqlMigration } from '@output-review/runtime';

export class ReviewGroups1700003240000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- Which groups get what is flagged, and what nobody decided in time. Null: of a task as of its project, of a
-- project none. Whoever writes one locks the group, and a group is deleted only when nothing names it.
ALTER TABLE projects ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
ALTER TABLE tasks ADD COLUMN review_group_id text, ADD COLUMN escalation_group_id text;
`;
