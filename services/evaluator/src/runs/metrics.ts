import type { Metrics, SqlClient } from '@output-review/runtime';

import { COUNT_JOBS } from './job-statements.sql.ts';

const WORKS = ['checking', 'judging'] as const;

/** Reports jobs. Replicas share the table, so take the `max`. */
export function watchJudgeJobs(metrics: Metrics, db: SqlClient): void {
  const jobs = metrics.gauge({
    name: 'output_review_judge_jobs',
    help:
      'Jobs by work (checking costly rules, judging) and state: due, paused until judges are ' +
      'called again, claimed.',
    labels: ['work', 'state'],
  });
  const oldest = metrics.gauge({
    name: 'output_review_judge_jobs_oldest_age_seconds',
    help: 'How long the oldest unclaimed job has been due, by work; 0 if there is none.',
    labels: ['work'],
  });
  metrics.beforeScrape({
    name: 'judge jobs',
    read: async () => {
      const { rows } = await db.query<JobCounts>(COUNT_JOBS);
      for (const work of WORKS) {
        const counts = rows.find((row) => row.work === work);
        const { due = 0, paused = 0, claimed = 0, oldestSeconds } = counts ?? {};
        jobs.set({ work, state: 'due' }, due);
        jobs.set({ work, state: 'paused' }, paused);
        jobs.set({ work, state: 'claimed' }, claimed);
        oldest.set({ work }, oldestSeconds ?? 0);
      }
    },
    clear: () => {
      jobs.clear();
      oldest.clear();
    },
  });
}

interface JobCounts {
  readonly work: string;
  readonly due: number;
  readonly paused: number;
  readonly claimed: number;
  readonly oldestSeconds: number | null;
}
