import { SqlMigration } from '@output-review/runtime';

/** Sessions that act in a workspace of their choice, and invitations. */
export class SessionsAndInvitations1700001100000 extends SqlMigration {
  readonly sql = [SESSIONS_SQL, INVITATIONS_SQL];
}

// No reference: it is looked at together with the membership, so one that is not true does no harm.
const SESSIONS_SQL = `
ALTER TABLE session
  ADD COLUMN active_workspace_id text,
  -- Whether the browser is to keep the cookie when it is closed.
  ADD COLUMN is_remembered boolean NOT NULL DEFAULT true;
`;

const INVITATIONS_SQL = `
-- A row is an invitation that nobody has accepted or revoked. Its token is nowhere: only the SHA-256 is.
CREATE TABLE invitations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  -- In lower case; null where whoever has the link may accept it.
  email text,
  role text NOT NULL CHECK (role IN ('viewer', 'reviewer', 'manager', 'admin')),
  created_by text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at);
CREATE INDEX invitations_created_by ON invitations (created_by);
`;
