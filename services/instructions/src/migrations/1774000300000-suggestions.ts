import { SqlMigration } from '@output-review/runtime';

export class Suggestions1774000300000 extends SqlMigration {
  readonly sql = `
CREATE TABLE suggestions (
  workspace_id text NOT NULL,
  id text NOT NULL,
  project_id text NOT NULL,
  task_id text NOT NULL,
  state text NOT NULL,
  base_version integer NOT NULL,
  -- The notes that it is drafted from, in their state at that time, in the order in which it cites them.
  notes jsonb NOT NULL,
  content text,
  changes jsonb NOT NULL DEFAULT '[]',
  failure text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- On the clock of the database, to give up drafts of killed processes.
  begun_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX suggestions_of_document
  ON suggestions (workspace_id, project_id, task_id, created_at);
CREATE UNIQUE INDEX suggestions_drafting ON suggestions (workspace_id, project_id, task_id)
  WHERE state = 'drafting';
CREATE INDEX suggestions_begun ON suggestions (begun_at) WHERE state = 'drafting';

-- Incremented when a note is replaced, so that a draft only uses the notes that it was drafted from.
ALTER TABLE notes ADD COLUMN revision integer NOT NULL DEFAULT 1;`;
}
