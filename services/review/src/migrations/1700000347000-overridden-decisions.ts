import { SqlMigration } from '@output-review/runtime';

export class OverriddenDecisions1700000347000 extends SqlMigration {
  readonly sql = COLUMN;
}

const COLUMN = `
-- How many of the decisions somebody else's later decision took the place of.
ALTER TABLE statistics_counts ADD COLUMN overridden integer NOT NULL DEFAULT 0;
`;
