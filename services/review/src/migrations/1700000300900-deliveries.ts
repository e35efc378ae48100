import { SqlMigration } from '@output-review/runtime';

export class Deliveries1700000300900 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Receivers of a workspace's events. Includes its channels, and one row that represents the callback URLs of
-- all its outputs, which share a signing secret.
CREATE TABLE destinations (
  id                   text COLLATE "C" PRIMARY KEY,
  workspace_id         text COLLATE "C" NOT NULL,
  kind                 text COLLATE "C" NOT NULL,
  source               text COLLATE "C" NOT NULL,
  url_sealed           text,
  -- Equal for equal URLs of a workspace.
  url_key              text COLLATE "C",
  -- The part that everyone may see: the origin of the URL, or an email address.
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

-- The events for the channels of a workspace. Without a row, the defaults apply.
CREATE TABLE notification_settings (
  workspace_id    text COLLATE "C" PRIMARY KEY,
  notify_on_flag  boolean NOT NULL,
  notify_on_error boolean NOT NULL
);

-- Null if the output has no callback URL.
ALTER TABLE outputs ADD COLUMN callback_events text COLLATE "C";
UPDATE outputs o SET callback_events = b.submission::json ->> 'callbackEvents'
FROM output_bodies b
WHERE b.callback_url_sealed IS NOT NULL AND b.workspace_id = o.workspace_id AND b.id = o.id;
-- Callbacks to the same origin share a lane.
ALTER TABLE output_bodies ADD COLUMN callback_lane text COLLATE "C";

-- One event for one destination, with its contents. Changing fields of an output are stored as of the event.
-- The others are read when it is sent.
CREATE TABLE deliveries (
  id                  text COLLATE "C" PRIMARY KEY DEFAULT gen_random_uuid()::text,
  n                   bigint GENERATED ALWAYS AS IDENTITY,
  workspace_id        text COLLATE "C" NOT NULL,
  destination_id      text COLLATE "C" NOT NULL,
  -- A slow receiver delays only its own lane: the destination, or for callbacks an origin.
  lane                text COLLATE "C" NOT NULL,
  -- Null for a test.
  output_id           text COLLATE "C",
  event               text COLLATE "C" NOT NULL,
  happened_at         timestamptz NOT NULL,
  status              text COLLATE "C",
  verdict             text COLLATE "C",
  confidence_score    double precision,
  -- JSON of its texts: explanation, reason, decision, comment, correction.
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
