import {
  DEAD_LETTERS_TABLE_SQL,
  DEAD_LETTER_OUTBOX_SQL,
  SqlMigration,
} from '@output-review/runtime';

export class CreateTables1767226000000 extends SqlMigration {
  readonly sql = [
    USAGE,
    UPLOADS,
    CLAIMS,
    FILES,
    DOOMED_OBJECTS,
    KEEPER_RUNS,
    DEAD_LETTERS_TABLE_SQL,
    DEAD_LETTER_OUTBOX_SQL,
  ];
}

const USAGE = `
-- The storage used by each workspace: always the sum over its uploads and files, updated in the same
-- transactions. Without a quota of its own the operator's limit applies.
CREATE TABLE media_usage (
  workspace_id text PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  quota_bytes bigint CHECK (quota_bytes >= 0)
);`;

const UPLOADS = `
-- Files uploaded before their output. They are copied when an output claims them, because the upload
-- link can be used to replace the bytes until it expires. The row stays, to detect that the key is
-- consumed.
CREATE TABLE uploads (
  key text PRIMARY KEY,
  workspace_id text NOT NULL,
  object_key text NOT NULL UNIQUE,
  filename text NOT NULL,
  -- As declared by the client.
  content_type text,
  size_bytes bigint,
  -- Of the stored bytes; null if they did not come through our own listener.
  stored_type text,
  stored_bytes bigint,
  -- Counts against the quota until a claim of the upload is complete.
  reserved_bytes bigint NOT NULL CHECK (reserved_bytes >= 0),
  created_at timestamptz(3) NOT NULL,
  claimed_output_id text,
  claimed_attempt text,
  consumed_at timestamptz(3),
  CHECK ((claimed_output_id IS NULL) = (claimed_attempt IS NULL)),
  CHECK (consumed_at IS NULL OR claimed_attempt IS NOT NULL)
);
CREATE INDEX uploads_unused ON uploads (created_at) WHERE claimed_attempt IS NULL;
CREATE INDEX uploads_claimed ON uploads (workspace_id, claimed_output_id)
  WHERE claimed_attempt IS NOT NULL;`;

const CLAIMS = `
-- One row per output with files, so that concurrent operations on the files lock the same row.
CREATE TABLE claims (
  workspace_id text NOT NULL,
  output_id text NOT NULL,
  attempt text NOT NULL,
  -- claimed: until the submission is known to be durable; deleted: kept so that late calls are
  -- no-ops.
  state text NOT NULL CHECK (state IN ('claimed', 'confirmed', 'deleted')),
  -- Whether all its bytes are stored. Until then its files do not count as used storage.
  is_complete boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, output_id)
);
CREATE INDEX claims_unconfirmed ON claims (created_at) WHERE state = 'claimed';`;

const FILES = `
-- The files of outputs. A row is inserted before its bytes are stored, so that objects left by a
-- killed process can be found.
CREATE TABLE files (
  workspace_id text NOT NULL,
  output_id text NOT NULL,
  position integer NOT NULL,
  attempt text NOT NULL,
  role text NOT NULL CHECK (role IN ('input', 'output')),
  label text,
  object_key text NOT NULL UNIQUE,
  -- Null until the bytes are stored, like the next three.
  key text UNIQUE,
  filename text,
  content_type text,
  size_bytes bigint,
  PRIMARY KEY (workspace_id, output_id, position)
);`;

const DOOMED_OBJECTS = `
-- Objects to delete from the store, recorded in the transaction that drops them, because the store may
-- be down at that moment.
CREATE TABLE doomed_objects (
  object_key text PRIMARY KEY,
  doomed_at timestamptz(3) NOT NULL
);
CREATE INDEX doomed_objects_in_order ON doomed_objects (doomed_at);`;

const KEEPER_RUNS = `
-- One row: the start of the last comparison of store and tables by any replica.
CREATE TABLE keeper_runs (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at timestamptz(3) NOT NULL
);`;
