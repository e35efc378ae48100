import type { Metrics, RateWindowStats } from '@output-review/runtime';

const MODES = ['redis', 'postgres', 'memory'] as const;

/** Tells where the rate window is counted. @param stats null where it is in this process alone. */
export function watchRateWindow(metrics: Metrics, stats: () => RateWindowStats | null): void {
  const modes = metrics.gauge({
    name: 'output_review_rate_window_mode',
    help: '1 for what counts the rate window, as far as this process knows: redis, postgres, memory.',
    labels: ['mode'],
  });
  const switches = metrics.counter({
    name: 'output_review_rate_window_switches_total',
    help: 'How often this process has had the rate window counted elsewhere, by where to.',
    labels: ['to'],
  });
  const skew = metrics.gauge({
    name: 'output_review_rate_window_clock_skew_seconds',
    help: "By how much Redis's clock is ahead of PostgreSQL's; 0 where nobody can tell them apart.",
    labels: [],
  });
  metrics.beforeScrape({
    name: 'rate window',
    read: () => {
      const now = stats();
      for (const mode of MODES) {
        modes.set({ mode }, mode === (now?.countsIn ?? 'memory') ? 1 : 0);
      }
      skew.set({}, (now?.clockSkewMs ?? 0) / 1_000);
      for (const [to, count] of Object.entries(now?.switches ?? {})) {
        const tally = switches.of({ to });
        tally.add(count - tally.count);
      }
    },
    clear: () => modes.clear(),
  });
}
