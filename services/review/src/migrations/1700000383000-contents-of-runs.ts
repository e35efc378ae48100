import { SqlMigration } from '@output-review/runtime';

export class ContentsOfRuns1700000383000 extends SqlMigration {
  // What a run that no rule has judged yet goes by, where it was edited since; null for what is there now.
  readonly sql =
    'ALTER TABLE output_bodies ADD COLUMN run_metadata text, ADD COLUMN run_attachments text';
}
