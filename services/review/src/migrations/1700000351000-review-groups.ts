import { SqlMigration } from '@output-review/runtime';

export class ReviewGroups1700000351000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- Which groups get what is flagged in a project or task, and what nobody decided in time; null inherits.
ALTER TABLE names ADD COLUMN review_group text COLLATE "C", ADD COLUMN escalation_group text COLLATE "C";
`;
