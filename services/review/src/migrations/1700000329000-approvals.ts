import { SqlMigration } from '@output-review/runtime';

export class Approvals1700000329000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Who has approved an output that needs several approvals.
CREATE TABLE approvals (
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  email        text NOT NULL,
  comment      text,
  at           timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, output_id, user_id)
);

-- For whoever loses the role.
CREATE INDEX approvals_user ON approvals (workspace_id, user_id);

-- The approvals that its submission asks for, and those of the rules that did not pass; null where one person
-- decides. And the actor that it was submitted with, once that was edited.
ALTER TABLE outputs
  ADD COLUMN submitted_approvals jsonb, ADD COLUMN rule_approvals jsonb,
  ADD COLUMN submitted_actor_id text;

-- Null for no.
ALTER TABLE notification_settings ADD COLUMN blind_approvals boolean;
`;
