import { SqlMigration } from '@output-review/runtime';

/** Sessions that act in a chosen workspace, and invitations. */
export class SessionsAndInvitations1700001100000 extends SqlMigration {
  readonly sql = [SESSIONS_SQL, INVITATIONS_SQL];
}

// No foreign key: it is checked together with the membership, so a stale value does no harm.
const SESSIONS_SQL = `
ALTER TABLE session
  ADD COLUMN active_workspace_id text,
  -- Whether the browser keeps the cookie after it is closed.
  ADD COLUMN is_remembered boolean NOT NULL DEFAULT true;
`;

const INVITATIONS_SQL = `
-- A row is an invitation that is neither accepted nor revoked. Its token is not stored, only the SHA-256.
CREATE TABLE invitations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  -- In lower case. Null if anyone with the link may accept it.
  email text,
  role text NOT NULL CHECK (role IN ('viewer', 'reviewer', 'manager', 'admin')),
  created_by text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at);
CREATE INDEX invitations_created_by ON invitations (created_by);
`;
