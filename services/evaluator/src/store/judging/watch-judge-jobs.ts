import type { Metrics, SqlClient } from '@output-review/runtime';

import { COUNT_JOBS } from './statements.ts';

/** Tells of the judge jobs. Replicas share the table: take `max`. */
export function watchJudgeJobs(metrics: Metrics, db: SqlClient): void {
  const jobs = metrics.gauge({
    name: 'output_review_judge_jobs',
    help: 'Judge jobs by state: due, paused until their judges are asked again, claimed.',
    labels: ['state'],
  });
  const oldest = metrics.gauge({
    name: 'output_review_judge_jobs_oldest_age_seconds',
    help: 'For how long the oldest judge job that nobody has claimed is due; 0 where none is.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'judge jobs',
    read: async () => {
      const { rows } = await db.query<JobCounts>(COUNT_JOBS);
      const { due = 0, paused = 0, claimed = 0, oldestSeconds } = rows[0] ?? {};
      jobs.set({ state: 'due' }, due);
      jobs.set({ state: 'paused' }, paused);
      jobs.set({ state: 'claimed' }, claimed);
      oldest.set({}, oldestSeconds ?? 0);
    },
    clear: () => {
      jobs.clear();
      oldest.clear();
    },
  });
}

interface JobCounts {
  readonly due: number;
  readonly paused: number;
  readonly claimed: number;
  readonly oldestSeconds: number | null;
}
