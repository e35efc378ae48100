import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CorrectedActions1700000315200 implements MigrationInterface {
  readonly name = 'CorrectedActions1700000315200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CORRECTED_ACTIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const CORRECTED_ACTIONS = `
-- JSON of what an action was corrected to; null where it was not.
ALTER TABLE decisions ADD COLUMN corrected_action text;
`;
