import { SqlMigration } from '@output-review/runtime';

/** Projects and tasks, and the folded names that lead to them. */
export class Registry1700000100000 extends SqlMigration {
  readonly sql = REGISTRY_SQL;
}

const REGISTRY_SQL = `
-- closing_id is the project, or the task of it, whose owners are being asked whether it is empty. Meanwhile, for some
-- milliseconds, the project accepts nothing new.
CREATE TABLE projects (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  icon text,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  closing_id text,
  closing_since timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX projects_closing ON projects (closing_since) WHERE closing_id IS NOT NULL;

-- Keys are folded in JavaScript (NFKC, case folding), never here, because two foldings would differ.
CREATE TABLE project_names (
  workspace_id text NOT NULL,
  name_key text NOT NULL,
  project_id text NOT NULL,
  is_alias boolean NOT NULL,
  PRIMARY KEY (workspace_id, name_key),
  FOREIGN KEY (workspace_id, project_id) REFERENCES projects ON DELETE CASCADE
);
CREATE INDEX project_names_project ON project_names (workspace_id, project_id);

CREATE TABLE tasks (
  workspace_id text NOT NULL,
  project_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES projects ON DELETE CASCADE
);
CREATE INDEX tasks_project ON tasks (workspace_id, project_id);

CREATE TABLE task_names (
  workspace_id text NOT NULL,
  project_id text NOT NULL,
  name_key text NOT NULL,
  task_id text NOT NULL,
  is_alias boolean NOT NULL,
  PRIMARY KEY (workspace_id, project_id, name_key),
  FOREIGN KEY (workspace_id, task_id) REFERENCES tasks ON DELETE CASCADE
);
CREATE INDEX task_names_task ON task_names (workspace_id, task_id);
`;
