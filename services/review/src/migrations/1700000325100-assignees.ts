import { SqlMigration } from '@output-review/runtime';

export class Assignees1700000325100 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- The assignee of an output: a person, or else a group. For a person, also the group it was taken from.
ALTER TABLE outputs ADD COLUMN assignee_user text COLLATE "C", ADD COLUMN assignee_group text COLLATE "C";

-- For the event 'assigned'. Null when it becomes unassigned.
ALTER TABLE output_events ADD COLUMN assignee jsonb;

-- The successor of a group that is being deleted.
ALTER TABLE groups ADD COLUMN moved_to text COLLATE "C";
`;
