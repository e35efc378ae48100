import { SqlMigration } from '@output-review/runtime';

export class InstructionsVersions1700001000000 extends SqlMigration {
  readonly sql = `
      -- The active version of each task's instructions, which outputs are stamped with. It stands here
      -- before anybody is told of it, and only rises.
      CREATE TABLE instructions_versions (
        workspace_id text    NOT NULL,
        task_id      text    NOT NULL,
        version      integer NOT NULL,
        PRIMARY KEY (workspace_id, task_id),
        FOREIGN KEY (workspace_id, task_id) REFERENCES tasks ON DELETE CASCADE
      );

      -- What the event of a submission says of it; null where there are no instructions. In the outbox
      -- too, so that the statement which inserts both tells it without a join.
      ALTER TABLE submissions ADD COLUMN instructions_version integer;
      ALTER TABLE submission_outbox ADD COLUMN instructions_version integer;
    `;
}
