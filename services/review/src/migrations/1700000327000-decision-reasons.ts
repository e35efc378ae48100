import { SqlMigration } from '@output-review/runtime';

export class DecisionReasons1700000327000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- JSON of the workspace's decision reasons, null for none.
ALTER TABLE notification_settings ADD COLUMN decision_reasons text;

-- Null without a reason.
ALTER TABLE decisions ADD COLUMN reason_ids text[];
`;
