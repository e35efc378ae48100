import { SqlMigration } from '@output-review/runtime';

export class People1700000325000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The people and groups of workspaces, as the gateway told of them last.
CREATE TABLE people_versions (
  workspace_id text COLLATE "C" PRIMARY KEY,
  version      integer NOT NULL
);

CREATE TABLE people (
  workspace_id text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  -- Null once they have left: what they were assigned still has their name.
  role         text CHECK (role IN ('viewer', 'reviewer', 'manager', 'admin')),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE TABLE groups (
  workspace_id text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  -- What it was assigned still has its name.
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
