import { SqlMigration } from '@output-review/runtime';

export class ContentsOfRuns1700000383000 extends SqlMigration {
  // The content of a run that is not evaluated yet, if it was edited since. Null for the present content.
  readonly sql =
    'ALTER TABLE output_bodies ADD COLUMN run_metadata text, ADD COLUMN run_attachments text';
}
