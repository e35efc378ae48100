import type { Metrics, SqlClient } from '@output-review/runtime';

/** Exports the backlog of claims to settle and objects to remove. Replicas share the tables: aggregate by `max`. */
export function watchFiles(metrics: Metrics, db: SqlClient): void {
  const unconfirmed = metrics.gauge({
    name: 'output_review_file_claims_unconfirmed',
    help: 'Claims on files that nobody has confirmed, including those of submissions in progress.',
    labels: [],
  });
  const oldest = metrics.gauge({
    name: 'output_review_file_claims_oldest_age_seconds',
    help: 'Age of the oldest claim that nobody has confirmed; 0 if there is none.',
    labels: [],
  });
  const doomed = metrics.gauge({
    name: 'output_review_files_doomed',
    help: 'Files that are due for deletion and still in the store.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'files',
    read: async () => {
      const { rows } = await db.query<Counts>(COUNT);
      unconfirmed.set({}, rows[0]?.unconfirmed ?? 0);
      oldest.set({}, rows[0]?.oldestSeconds ?? 0);
      doomed.set({}, rows[0]?.doomed ?? 0);
    },
    clear: () => {
      unconfirmed.clear();
      oldest.clear();
      doomed.clear();
    },
  });
}

interface Counts {
  readonly unconfirmed: number;
  readonly oldestSeconds: number | null;
  readonly doomed: number;
}

const COUNT = `
SELECT (SELECT count(*)::integer FROM claims WHERE state = 'claimed') AS unconfirmed,
  (SELECT extract(epoch FROM now() - min(created_at))::float8 FROM claims WHERE state = 'claimed')
    AS "oldestSeconds",
  (SELECT count(*)::integer FROM doomed_objects) AS doomed`;
