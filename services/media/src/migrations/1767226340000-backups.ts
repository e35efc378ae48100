import { SqlMigration } from '@output-review/runtime';

export class Backups1767226340000 extends SqlMigration {
  readonly sql = BACKUPS;
}

const BACKUPS = `
-- One row. While a backup reads the store, no object is removed from it: its snapshot may name what has been
-- given up since. It renews the time, so that one that was killed holds nothing for long.
CREATE TABLE backups (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  deletions_held_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Of the last one that succeeded: which instant it has, when it was complete, and its size.
  taken_at timestamptz(3),
  finished_at timestamptz(3),
  bytes bigint
);
INSERT INTO backups DEFAULT VALUES;`;
