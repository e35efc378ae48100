import { SqlMigration } from '@output-review/runtime';

export class SlackLinks1700003220000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Which member a Slack user is, in one workspace. Deleted with the membership.
CREATE TABLE slack_links (
  workspace_id    text NOT NULL,
  team_id         text NOT NULL,
  slack_user_id   text NOT NULL,
  slack_user_name text NOT NULL,
  user_id         text NOT NULL,
  linked_at       timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, team_id, slack_user_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX slack_links_member ON slack_links (workspace_id, user_id);

-- A link that a Slack user was given and has not used, the latest of each. Only the SHA-256 of its token is stored.
CREATE TABLE slack_link_requests (
  workspace_id    text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  team_id         text NOT NULL,
  slack_user_id   text NOT NULL,
  slack_user_name text NOT NULL,
  hash            bytea NOT NULL UNIQUE,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, team_id, slack_user_id)
);
CREATE INDEX slack_link_requests_expiry ON slack_link_requests (expires_at);
`;
