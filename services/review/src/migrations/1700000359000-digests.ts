import { SqlMigration } from '@output-review/runtime';

export class Digests1700000359000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- How often a channel gets a digest, as an ISO duration, and from when these are counted; null for none.
ALTER TABLE destinations ADD COLUMN digest text COLLATE "C", ADD COLUMN digest_from timestamptz;

-- What a channel is to be told of in a digest, or was; for as long as its output and the delivery are there.
CREATE TABLE digest_items (
  n              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id   text COLLATE "C" NOT NULL,
  destination_id text COLLATE "C" NOT NULL,
  output_id      text COLLATE "C" NOT NULL,
  happened_at    timestamptz NOT NULL,
  -- When the digest is due.
  digest_at      timestamptz NOT NULL,
  -- The delivery that tells of it; null until that is due.
  digest_id      text COLLATE "C"
);
CREATE INDEX digest_items_due ON digest_items (digest_at, destination_id) WHERE digest_id IS NULL;
CREATE INDEX digest_items_digest ON digest_items (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX digest_items_output ON digest_items (workspace_id, output_id);

-- Null for the message of a digest.
ALTER TABLE slack_messages ALTER COLUMN output_id DROP NOT NULL;
`;
