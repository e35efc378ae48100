import { IndexMigration } from '@output-review/runtime';

export class IndexesOfDecisions1700000407000 extends IndexMigration {
  // Statistics look up by time which decision a log line made or cleared: an output may have thousands of decisions.
  // Includes the number to find the last of several in order.
  readonly indexes = {
    decisions_at: 'decisions (workspace_id, output_id, at, n)',
    decisions_cleared: 'decisions (workspace_id, output_id, cleared_at)',
  };
}
