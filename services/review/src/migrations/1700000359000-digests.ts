import { SqlMigration } from '@output-review/runtime';

export class Digests1700000359000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The interval of a channel's digests, as an ISO duration, and the time from which it counts. Null for none.
ALTER TABLE destinations ADD COLUMN digest text COLLATE "C", ADD COLUMN digest_from timestamptz;

-- Items of a channel's past and future digests, for as long as their output and delivery exist.
CREATE TABLE digest_items (
  n              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id   text COLLATE "C" NOT NULL,
  destination_id text COLLATE "C" NOT NULL,
  output_id      text COLLATE "C" NOT NULL,
  happened_at    timestamptz NOT NULL,
  -- When the digest is due.
  digest_at      timestamptz NOT NULL,
  -- The delivery with the digest. Null until it is due.
  digest_id      text COLLATE "C"
);
CREATE INDEX digest_items_due ON digest_items (digest_at, destination_id) WHERE digest_id IS NULL;
CREATE INDEX digest_items_digest ON digest_items (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX digest_items_output ON digest_items (workspace_id, output_id);

-- Null for a digest.
ALTER TABLE slack_messages ALTER COLUMN output_id DROP NOT NULL;
`;
