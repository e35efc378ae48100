import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Claims1700000323000 implements MigrationInterface {
  readonly name = 'Claims1700000323000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const TABLES = `
-- Who is looking at an output to decide it. One that has run out is none.
CREATE TABLE claims (
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  email        text NOT NULL,
  -- By the clock of the database.
  until        timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, output_id)
);

-- Of the event 'claimed'.
ALTER TABLE output_events ADD COLUMN claimed_by text, ADD COLUMN claimed_until timestamptz;
`;
