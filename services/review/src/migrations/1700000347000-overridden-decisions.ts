import { SqlMigration } from '@output-review/runtime';

export class OverriddenDecisions1700000347000 extends SqlMigration {
  readonly sql = COLUMN;
}

const COLUMN = `
-- The number of decisions that another person's later decision replaced.
ALTER TABLE statistics_counts ADD COLUMN overridden integer NOT NULL DEFAULT 0;
`;
