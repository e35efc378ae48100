import { SqlMigration } from '@output-review/runtime';

export class Backups1767226340000 extends SqlMigration {
  readonly sql = BACKUPS;
}

const BACKUPS = `
-- One row. While a backup reads the store, no object is deleted from it, because the backup's snapshot may reference
-- objects that were dropped later. The backup renews the time, so that a killed one does not hold deletions for long.
CREATE TABLE backups (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  deletions_held_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Of the last successful backup: the time of its snapshot, the time of completion, and its size.
  taken_at timestamptz(3),
  finished_at timestamptz(3),
  bytes bigint
);
INSERT INTO backups DEFAULT VALUES;`;
