import type { Metrics } from '../telemetry/metrics.ts';
import { OK, type Readiness } from './readiness.ts';

/** Reports what `/readyz` answers, so that alerts can be built on it. */
export function watchReadiness(metrics: Metrics, readiness: () => Promise<Readiness>): void {
  const ready = metrics.gauge({
    name: 'output_review_ready',
    help: '1 if the service can serve, as /readyz says; missing while it starts.',
    labels: [],
  });
  const failing = metrics.gauge({
    name: 'output_review_check_failing',
    help: '1 if a check of /readyz fails, 0 if it succeeds.',
    labels: ['check'],
  });
  metrics.beforeScrape({
    name: 'readiness',
    read: async () => {
      const result = await readiness();
      ready.set({}, result.ready ? 1 : 0);
      for (const [check, reason] of Object.entries(result.checks)) {
        failing.set({ check }, reason === OK ? 0 : 1);
      }
    },
    clear: () => {
      ready.clear();
      failing.clear();
    },
  });
}
