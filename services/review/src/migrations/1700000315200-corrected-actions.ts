import { SqlMigration } from '@output-review/runtime';

export class CorrectedActions1700000315200 extends SqlMigration {
  readonly sql = CORRECTED_ACTIONS;
}

const CORRECTED_ACTIONS = `
-- JSON of what an action was corrected to; null where it was not.
ALTER TABLE decisions ADD COLUMN corrected_action text;
`;
