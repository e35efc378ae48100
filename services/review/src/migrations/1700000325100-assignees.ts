import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Assignees1700000325100 implements MigrationInterface {
  readonly name = 'Assignees1700000325100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const COLUMNS = `
-- Who is to decide an output: a person, else a group. Beside a person, the group is where it came from.
ALTER TABLE outputs ADD COLUMN assignee_user text COLLATE "C", ADD COLUMN assignee_group text COLLATE "C";

-- Of the event 'assigned'; null where nobody has it any more.
ALTER TABLE output_events ADD COLUMN assignee jsonb;

-- Where the work of a group goes that is being deleted.
ALTER TABLE groups ADD COLUMN moved_to text COLLATE "C";
`;
