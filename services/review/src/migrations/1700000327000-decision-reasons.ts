import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DecisionReasons1700000327000 implements MigrationInterface {
  readonly name = 'DecisionReasons1700000327000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const COLUMNS = `
-- JSON of the reasons that a workspace has for its decisions; null for none.
ALTER TABLE notification_settings ADD COLUMN decision_reasons text;

-- Null where no reason was given.
ALTER TABLE decisions ADD COLUMN reason_ids text[];
`;
