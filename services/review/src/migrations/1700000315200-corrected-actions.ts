import { SqlMigration } from '@output-review/runtime';

export class CorrectedActions1700000315200 extends SqlMigration {
  readonly sql = CORRECTED_ACTIONS;
}

const CORRECTED_ACTIONS = `
-- JSON of the corrected action, null without one.
ALTER TABLE decisions ADD COLUMN corrected_action text;
`;
