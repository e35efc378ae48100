import type { Metrics, SqlClient } from '@output-review/runtime';

import { findLastBackup } from './backups.sql.ts';

/** Tells of when the last backup succeeded; 0 where there was none. */
export function watchBackups(metrics: Metrics, db: SqlClient): void {
  const takenAt = metrics.gauge({
    name: 'output_review_last_backup_timestamp_seconds',
    help: 'Unix time of the instant of the last backup that succeeded; 0 if there was none.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'backups',
    read: async () => {
      const last = await findLastBackup(db);
      takenAt.set({}, (last?.getTime() ?? 0) / 1000);
    },
    clear: () => takenAt.clear(),
  });
}
