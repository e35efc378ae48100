import { SqlMigration } from '@output-review/runtime';
import { REGISTRY_REPLICA_TABLE_SQL } from '@output-review/shared-kernel';

export class Documents1774000000000 extends SqlMigration {
  readonly sql = [REGISTRY_REPLICA_TABLE_SQL, DOCUMENTS, NOTES];
}

const DOCUMENTS = `
-- Its row lock serializes the writes to a document, so that its versions are numbered without gaps.
CREATE TABLE documents (
  workspace_id text NOT NULL,
  project_id text NOT NULL,
  task_id text NOT NULL,
  -- The number of the active version.
  version integer NOT NULL,
  PRIMARY KEY (workspace_id, project_id, task_id)
);
CREATE INDEX documents_by_task ON documents (workspace_id, task_id);

-- The content of each version, kept permanently. Rows are added and only change when the link to a deleted output is
-- removed.
CREATE TABLE versions (
  workspace_id text NOT NULL,
  project_id text NOT NULL,
  task_id text NOT NULL,
  version integer NOT NULL,
  content text NOT NULL,
  hash text NOT NULL,
  source text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  teach_comment text,
  log_id text,
  PRIMARY KEY (workspace_id, project_id, task_id, version)
);`;

const NOTES = `
CREATE TABLE notes (
  workspace_id text NOT NULL,
  project_id text NOT NULL,
  task_id text NOT NULL,
  -- The position in the queue.
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ref text NOT NULL,
  comment text NOT NULL,
  author text,
  log_id text,
  queued_at timestamptz(3) NOT NULL,
  queued_by text NOT NULL,
  -- The version that used it; null while it is queued.
  used_in integer
);
CREATE UNIQUE INDEX notes_queued ON notes (workspace_id, project_id, task_id, ref)
  WHERE used_in IS NULL;
CREATE INDEX notes_queued_by_ref ON notes (workspace_id, ref) WHERE used_in IS NULL;`;
