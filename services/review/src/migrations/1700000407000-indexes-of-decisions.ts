import { IndexMigration } from '@output-review/runtime';

export class IndexesOfDecisions1700000407000 extends IndexMigration {
  // Statistics look up what a line of the log decided or cleared, by its time: an output may have thousands of
  // decisions. With the number, so that the last of several is found in their order.
  readonly indexes = {
    decisions_at: 'decisions (workspace_id, output_id, at, n)',
    decisions_cleared: 'decisions (workspace_id, output_id, cleared_at)',
  };
}
