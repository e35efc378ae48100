import type { Metrics, SqlClient } from '@output-review/runtime';

/** Reports runs with shadow rules to apply. Replicas share the table, so take the `max`. */
export function watchShadowRuns(metrics: Metrics, db: SqlClient): void {
  const runs = metrics.gauge({
    name: 'output_review_shadow_runs',
    help:
      'Outputs that rules in shadow are yet to be applied to, by state: early (the result is not ' +
      'written yet), ready, claimed.',
    labels: ['state'],
  });
  metrics.beforeScrape({
    name: 'runs in shadow',
    read: async () => {
      const { rows } = await db.query<{ early: number; ready: number; claimed: number }>(COUNT);
      for (const state of ['early', 'ready', 'claimed'] as const) {
        runs.set({ state }, rows[0]?.[state] ?? 0);
      }
    },
    clear: () => runs.clear(),
  });
}

// Three counts, because each has an index of its own.
const COUNT = {
  name: 'count_shadow_runs',
  text: `
SELECT
  (SELECT count(*) FROM shadow_runs WHERE NOT is_ready)::int AS early,
  (SELECT count(*) FROM shadow_runs WHERE is_ready AND owner IS NULL)::int AS ready,
  (SELECT count(*) FROM shadow_runs WHERE owner IS NOT NULL)::int AS claimed`,
};
