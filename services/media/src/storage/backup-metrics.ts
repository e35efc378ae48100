import type { Metrics, SqlClient } from '@output-review/runtime';

import { readBackupState } from './backups.sql.ts';

/** Exports the time of the last successful backup (0 if there is none) and whether one is running. */
export function watchBackups(metrics: Metrics, db: SqlClient): void {
  const takenAt = metrics.gauge({
    name: 'output_review_last_backup_timestamp_seconds',
    help: 'Unix time of the instant of the last backup that succeeded; 0 if there was none.',
    labels: [],
  });
  const held = metrics.gauge({
    name: 'output_review_file_deletions_held',
    help: '1 while a backup keeps deleted files in the store, otherwise 0.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'backups',
    read: async () => {
      const state = await readBackupState(db);
      takenAt.set({}, (state.takenAt?.getTime() ?? 0) / 1000);
      held.set({}, state.holdsDeletions ? 1 : 0);
    },
    clear: () => {
      takenAt.clear();
      held.clear();
    },
  });
}
