import { SqlMigration } from '@output-review/runtime';

export class DecisionReasons1700000327000 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- JSON of the reasons that a workspace has for its decisions; null for none.
ALTER TABLE notification_settings ADD COLUMN decision_reasons text;

-- Null where no reason was given.
ALTER TABLE decisions ADD COLUMN reason_ids text[];
`;
