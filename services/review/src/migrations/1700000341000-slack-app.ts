import { SqlMigration } from '@output-review/runtime';

export class SlackApp1700000341000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The Slack app of a workspace. Its destination is the one of the kind 'slack_app'.
CREATE TABLE slack_apps (
  workspace_id          text COLLATE "C" PRIMARY KEY,
  team_id               text COLLATE "C" NOT NULL,
  app_id                text COLLATE "C" NOT NULL,
  -- Null without one.
  bot_token_sealed      text,
  signing_secret_sealed text
);
CREATE INDEX slack_apps_ids ON slack_apps (team_id, app_id);

-- A message in Slack: from before its first attempt for as long as its output exists.
CREATE TABLE slack_messages (
  delivery_id  text COLLATE "C" PRIMARY KEY,
  -- The number of the delivery.
  n            bigint NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  channel      text COLLATE "C" NOT NULL,
  begun_at     timestamptz NOT NULL,
  -- The timestamp that identifies it in Slack. Null while it is unknown whether it was posted.
  ts           text COLLATE "C"
);
CREATE INDEX slack_messages_output ON slack_messages (workspace_id, output_id);

-- The signatures of accepted Slack requests, until these are too old to be accepted anyway.
CREATE TABLE slack_requests (
  signature text COLLATE "C" PRIMARY KEY,
  at        timestamptz NOT NULL
);
CREATE INDEX slack_requests_at ON slack_requests (at);
`;
