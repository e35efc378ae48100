import { SqlMigration } from '@output-review/runtime';

export class RunsOfEvents1700000363000 extends SqlMigration {
  // Of results, for statistics. Null where a release before this one wrote it: of the latest run then.
  readonly sql = 'ALTER TABLE output_events ADD COLUMN run integer';
}
