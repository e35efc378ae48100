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
  -- Null where none was given.
  bot_token_sealed      text,
  signing_secret_sealed text
);
CREATE INDEX slack_apps_ids ON slack_apps (team_id, app_id);

-- A message in Slack, from before it is posted for the first time, for as long as its output is there.
CREATE TABLE slack_messages (
  delivery_id  text COLLATE "C" PRIMARY KEY,
  -- That of the delivery.
  n            bigint NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  channel      text COLLATE "C" NOT NULL,
  begun_at     timestamptz NOT NULL,
  -- What Slack knows it by; null while it is not known whether it was posted.
  ts           text COLLATE "C"
);
CREATE INDEX slack_messages_output ON slack_messages (workspace_id, output_id);

-- Requests of Slack that were taken, by their signatures, until they are too old to be taken anyway.
CREATE TABLE slack_requests (
  signature text COLLATE "C" PRIMARY KEY,
  at        timestamptz NOT NULL
);
CREATE INDEX slack_requests_at ON slack_requests (at);
`;
