import { SqlMigration } from '@output-review/runtime';

export class Claims1700000323000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Who is looking at an output to decide it. An expired claim has no effect.
CREATE TABLE claims (
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  email        text NOT NULL,
  -- By the clock of the database.
  until        timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, output_id)
);

-- For the event 'claimed'.
ALTER TABLE output_events ADD COLUMN claimed_by text, ADD COLUMN claimed_until timestamptz;
`;
