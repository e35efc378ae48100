import type { ShutdownStack, Metrics, SqlClient } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import {
  type OpenedRateWindow,
  openSharedRateWindow,
  type SharedRateWindowOptions,
} from '../rate-limit/open-shared-rate-window.ts';
import type { RefillableRateWindow } from '../rate-limit/rate-window.ts';
import type { RateWindowStats } from '../rate-limit/window-counter.ts';

export type RateWindowOption =
  | RefillableRateWindow
  | Pick<SharedRateWindowOptions, 'redisUrl' | 'caFile'>;

/** Opens the window of submissions, with those accepted in the last minute. */
export async function openRateWindow(
  { db, log, clock }: Pick<BaseContext, 'db' | 'log' | 'clock'>,
  rateWindow: RateWindowOption,
  closers: ShutdownStack,
): Promise<OpenedRateWindow> {
  if ('redisUrl' in rateWindow) {
    const shared = await openSharedRateWindow({ client: db, ...rateWindow, log, clock });
    closers.add('rate window', () => shared.close());
    return shared;
  }
  for (const [token, takenAt] of await recentSlots(db)) await rateWindow.refill(token, takenAt);
  return {
    window: rateWindow,
    isSlotCurrent: () => Promise.resolve(true),
    stats: () => null,
    checks: {},
  };
}

/** When tokens took slots in the last minute, to refill the window after a restart. */
async function recentSlots(client: SqlClient): Promise<ReadonlyMap<string, readonly Date[]>> {
  const { rows } = await client.query<{ token_id: string; taken_at: Date[] }>(
    `SELECT token_id, array_agg(accepted_at) AS taken_at FROM submissions
     WHERE accepted_at > now() - interval '60 seconds' GROUP BY token_id`,
  );
  return new Map(rows.map((row) => [row.token_id, row.taken_at]));
}

const MODES = ['redis', 'postgres', 'memory'] as const;

/** Reports where the rate window is counted. @param stats null if the window is in this process only. */
export function watchRateWindow(metrics: Metrics, stats: () => RateWindowStats | null): void {
  const modes = metrics.gauge({
    name: 'output_review_rate_window_mode',
    help:
      '1 for the store that counts the rate window, as far as this process knows: redis, ' +
      'postgres, memory.',
    labels: ['mode'],
  });
  const switches = metrics.counter({
    name: 'output_review_rate_window_switches_total',
    help: 'How often this process moved the counting of the rate window, by destination.',
    labels: ['to'],
  });
  const skew = metrics.gauge({
    name: 'output_review_rate_window_clock_skew_seconds',
    help: 'How far the clock of Redis is ahead of that of PostgreSQL; 0 if unknown.',
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
