import { SqlMigration } from '@output-review/runtime';

export class Groups1700003200000 extends SqlMigration {
  readonly sql = [TABLES, ANNOUNCE];
}

const TABLES = `
CREATE TABLE groups (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  -- Folded: names must differ in it.
  name_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name_key)
);

-- A member who leaves the workspace leaves its groups.
CREATE TABLE group_members (
  workspace_id text NOT NULL,
  group_id text NOT NULL,
  user_id text NOT NULL,
  PRIMARY KEY (workspace_id, group_id, user_id),
  FOREIGN KEY (workspace_id, group_id) REFERENCES groups (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX group_members_user ON group_members (workspace_id, user_id);

-- Rises with every change of the people and groups of a workspace.
ALTER TABLE workspaces ADD COLUMN people_version integer NOT NULL DEFAULT 1;
`;

// Existing workspaces have not been published yet.
const ANNOUNCE = `
INSERT INTO outbox (topic, key, event_id, source, time, json, bytes)
SELECT 'people.changed', id, gen_random_uuid()::text, 'gateway', now(), json, octet_length(json)
FROM workspaces, LATERAL (
  SELECT json_build_object('workspaceId', id, 'version', people_version, 'people', (
    SELECT coalesce(json_agg(json_build_object('userId', user_id, 'name', "user".name, 'role', role)), '[]')
    FROM members JOIN "user" ON "user".id = members.user_id WHERE workspace_id = workspaces.id
  ), 'groups', json_build_array())::text AS json
) AS told
WHERE deleted_at IS NULL`;
