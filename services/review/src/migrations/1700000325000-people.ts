import { SqlMigration } from '@output-review/runtime';

export class People1700000325000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The people and groups of workspaces, as the gateway last reported them.
CREATE TABLE people_versions (
  workspace_id text COLLATE "C" PRIMARY KEY,
  version      integer NOT NULL
);

CREATE TABLE people (
  workspace_id text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  -- Null after they left: outputs assigned to them still show their name.
  role         text CHECK (role IN ('viewer', 'reviewer', 'manager', 'admin')),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE TABLE groups (
  workspace_id text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  -- Outputs assigned to it still show its name.
  is_deleted   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id)
);

CREATE TABLE group_members (
  workspace_id text COLLATE "C" NOT NULL,
  group_id     text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, group_id, user_id)
);
CREATE INDEX group_members_user ON group_members (workspace_id, user_id);
`;
