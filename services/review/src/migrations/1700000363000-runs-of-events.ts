import { SqlMigration } from '@output-review/runtime';

export class RunsOfEvents1700000363000 extends SqlMigration {
  // The run of a result, for statistics. Null if a previous release wrote it: then it is the latest run.
  readonly sql = 'ALTER TABLE output_events ADD COLUMN run integer';
}
