import { SqlMigration } from '@output-review/runtime';

export class LinkedOutputs1774000200000 extends SqlMigration {
  readonly sql = `
-- Outputs that notes and versions link to, and deleted ones: of a link and a deletion, the second one waits for the
-- first and sees it.
CREATE TABLE linked_outputs (
  workspace_id text NOT NULL,
  log_id text NOT NULL,
  is_deleted boolean NOT NULL,
  PRIMARY KEY (workspace_id, log_id)
);
CREATE INDEX notes_of_output ON notes (workspace_id, log_id) WHERE log_id IS NOT NULL;
CREATE INDEX versions_of_output ON versions (workspace_id, log_id) WHERE log_id IS NOT NULL;

-- Events of review that have become notes, by their sequence number for the output, so that a note that was withdrawn
-- or used is not queued again when its event is redelivered.
CREATE TABLE heard_comments (
  workspace_id text NOT NULL,
  log_id text NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (workspace_id, log_id, sequence)
);`;
}
