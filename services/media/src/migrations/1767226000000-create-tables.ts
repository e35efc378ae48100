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
-- How much room the files of a workspace take: always the sum over its uploads and its files, changed
-- in the same transactions. Without a quota of its own the operator's counts.
CREATE TABLE media_usage (
  workspace_id text PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  quota_bytes bigint CHECK (quota_bytes >= 0)
);`;

const UPLOADS = `
-- Files that were announced before their output. They are copied when an output claims them, since
-- whoever has the link may replace the bytes for as long as it lives; the row stays after that, so
-- that the key is known to be used up.
CREATE TABLE uploads (
  key text PRIMARY KEY,
  workspace_id text NOT NULL,
  object_key text NOT NULL UNIQUE,
  filename text NOT NULL,
  -- As announced.
  content_type text,
  size_bytes bigint,
  -- As it lies in the store, where the bytes came through our own door.
  stored_type text,
  stored_bytes bigint,
  -- What it takes of the quota as long as no output has it.
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
-- One row an output with files, so that everything that happens to them meets on one key.
CREATE TABLE claims (
  workspace_id text NOT NULL,
  output_id text NOT NULL,
  attempt text NOT NULL,
  -- claimed: until the submission is known to be durable; deleted: keeps the key, so that whoever
  -- comes late does nothing.
  state text NOT NULL CHECK (state IN ('claimed', 'confirmed', 'deleted')),
  -- Whether its bytes have all come in; before that its files take no room yet.
  is_complete boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, output_id)
);
CREATE INDEX claims_unconfirmed ON claims (created_at) WHERE state = 'claimed';`;

const FILES = `
-- The files of outputs. A row is there before its bytes, so that what a killed process left in the
-- store can be found.
CREATE TABLE files (
  workspace_id text NOT NULL,
  output_id text NOT NULL,
  position integer NOT NULL,
  attempt text NOT NULL,
  role text NOT NULL CHECK (role IN ('input', 'output')),
  label text,
  object_key text NOT NULL UNIQUE,
  -- Known when the bytes are.
  key text UNIQUE,
  filename text,
  content_type text,
  size_bytes bigint,
  PRIMARY KEY (workspace_id, output_id, position)
);`;

const DOOMED_OBJECTS = `
-- Bytes that nobody needs any more, written down in the transaction that gave them up: the store may
-- be away just then.
CREATE TABLE doomed_objects (
  object_key text PRIMARY KEY,
  doomed_at timestamptz(3) NOT NULL
);
CREATE INDEX doomed_objects_in_order ON doomed_objects (doomed_at);`;

const KEEPER_RUNS = `
-- One row: when a replica last began to compare store and tables.
CREATE TABLE keeper_runs (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at timestamptz(3) NOT NULL
);`;
