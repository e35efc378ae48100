import { SqlMigration } from '@output-review/runtime';

export class ReviewGroups1700000351000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- The groups for flagged outputs of a project or task, and for those that were not decided in time. Null
-- inherits.
ALTER TABLE names ADD COLUMN review_group text COLLATE "C", ADD COLUMN escalation_group text COLLATE "C";
`;
