import { SqlMigration } from '@output-review/runtime';

export class Deliveries1700000300900 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Whom a workspace has told of its outputs. Its channels are here too, and one row stands for the callback
-- URLs of all its outputs, which are signed by one secret.
CREATE TABLE destinations (
  id                   text COLLATE "C" PRIMARY KEY,
  workspace_id         text COLLATE "C" NOT NULL,
  kind                 text COLLATE "C" NOT NULL,
  source               text COLLATE "C" NOT NULL,
  url_sealed           text,
  -- Equal URLs of a workspace have the same.
  url_key              text COLLATE "C",
  -- What may be shown of it to everybody: the origin of the URL, or an e-mail address.
  address              text,
  events               text[] NOT NULL,
  secret_sealed        text,
  former_secret_sealed text,
  former_secret_until  timestamptz,
  is_active            boolean NOT NULL DEFAULT true,
  ended_reason         text COLLATE "C",
  created_at           timestamptz NOT NULL,
  last_delivered_at    timestamptz,
  failing_since        timestamptz,
  last_failed_at       timestamptz
);
CREATE UNIQUE INDEX destinations_subscription ON destinations (workspace_id, url_key, events)
  WHERE kind = 'subscription';
CREATE UNIQUE INDEX destinations_only ON destinations (workspace_id, kind) WHERE kind <> 'subscription';
CREATE INDEX destinations_workspace ON destinations (workspace_id, id);

-- What the channels of a workspace are told of; without a row the defaults.
CREATE TABLE notification_settings (
  workspace_id    text COLLATE "C" PRIMARY KEY,
  notify_on_flag  boolean NOT NULL,
  notify_on_error boolean NOT NULL
);

-- Null where the output has no callback URL.
ALTER TABLE outputs ADD COLUMN callback_events text COLLATE "C";
UPDATE outputs o SET callback_events = b.submission::json ->> 'callbackEvents'
FROM output_bodies b
WHERE b.callback_url_sealed IS NOT NULL AND b.workspace_id = o.workspace_id AND b.id = o.id;
-- Callbacks to one origin stand in one line.
ALTER TABLE output_bodies ADD COLUMN callback_lane text COLLATE "C";

-- One event for one destination, written with what it tells of. What changes on an output is kept as it was
-- then; the rest is read when it is sent.
CREATE TABLE deliveries (
  id                  text COLLATE "C" PRIMARY KEY DEFAULT gen_random_uuid()::text,
  n                   bigint GENERATED ALWAYS AS IDENTITY,
  workspace_id        text COLLATE "C" NOT NULL,
  destination_id      text COLLATE "C" NOT NULL,
  -- Who is slow holds up his own lane only: the destination, of callbacks an origin.
  lane                text COLLATE "C" NOT NULL,
  -- Null for a test.
  output_id           text COLLATE "C",
  event               text COLLATE "C" NOT NULL,
  happened_at         timestamptz NOT NULL,
  status              text COLLATE "C",
  verdict             text COLLATE "C",
  confidence_score    double precision,
  -- JSON of what was said with it: explanation, reason, decision, comment, correction.
  words               text,
  callback_url_sealed text,
  state               text COLLATE "C" NOT NULL DEFAULT 'pending',
  -- Since the last replay.
  attempt_count       integer NOT NULL DEFAULT 0,
  next_attempt_at     timestamptz,
  lease_until         timestamptz,
  last_status         integer,
  last_error          text,
  delivered_at        timestamptz
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX deliveries_n ON deliveries (workspace_id, n DESC);
CREATE INDEX deliveries_output ON deliveries (workspace_id, output_id, n) WHERE output_id IS NOT NULL;
CREATE INDEX deliveries_destination ON deliveries (destination_id, state, n);
CREATE INDEX deliveries_pending ON deliveries (lane, n) WHERE state = 'pending';
CREATE INDEX deliveries_retrying ON deliveries (lane, next_attempt_at) WHERE state = 'retrying';

CREATE TABLE delivery_attempts (
  workspace_id text COLLATE "C" NOT NULL,
  delivery_id  text COLLATE "C" NOT NULL,
  n            bigint GENERATED ALWAYS AS IDENTITY,
  at           timestamptz NOT NULL,
  status       integer,
  error        text,
  latency_ms   integer NOT NULL,
  answer       text,
  PRIMARY KEY (delivery_id, n)
);
`;
