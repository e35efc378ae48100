import { SqlMigration } from '@output-review/runtime';

export class Approvals1700000329000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The approvals of outputs that need several.
CREATE TABLE approvals (
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  email        text NOT NULL,
  comment      text,
  at           timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, output_id, user_id)
);

-- For people who lose the role.
CREATE INDEX approvals_user ON approvals (workspace_id, user_id);

-- The approvals that the submission requires, and those that the failed rules require. Null if one person
-- decides. Also the submitted actor, after it was edited.
ALTER TABLE outputs
  ADD COLUMN submitted_approvals jsonb, ADD COLUMN rule_approvals jsonb,
  ADD COLUMN submitted_actor_id text;

-- Null means false.
ALTER TABLE notification_settings ADD COLUMN blind_approvals boolean;
`;
