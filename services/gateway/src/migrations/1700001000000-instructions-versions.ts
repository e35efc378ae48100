import { SqlMigration } from '@output-review/runtime';

export class InstructionsVersions1700001000000 extends SqlMigration {
  readonly sql = `
      -- The active version of the instructions of each task, which outputs are stamped with. It is stored here before
      -- anyone is told of it, and only rises.
      CREATE TABLE instructions_versions (
        workspace_id text    NOT NULL,
        task_id      text    NOT NULL,
        version      integer NOT NULL,
        PRIMARY KEY (workspace_id, task_id),
        FOREIGN KEY (workspace_id, task_id) REFERENCES tasks ON DELETE CASCADE
      );

      -- The version in the event of a submission. Null if there are no instructions. Also in the outbox, so that the
      -- inserting statement returns it without a join.
      ALTER TABLE submissions ADD COLUMN instructions_version integer;
      ALTER TABLE submission_outbox ADD COLUMN instructions_version integer;
    `;
}
