import { SqlMigration } from '@output-review/runtime';

export class Assignees1700000325100 extends SqlMigration {
  readonly sql = COLUMNS;
}

const COLUMNS = `
-- Who is to decide an output: a person, else a group. Beside a person, the group is where it came from.
ALTER TABLE outputs ADD COLUMN assignee_user text COLLATE "C", ADD COLUMN assignee_group text COLLATE "C";

-- Of the event 'assigned'; null where nobody has it any more.
ALTER TABLE output_events ADD COLUMN assignee jsonb;

-- Where the work of a group goes that is being deleted.
ALTER TABLE groups ADD COLUMN moved_to text COLLATE "C";
`;
