import {
  type CloserStack,
  type Database,
  openSharedRateWindow,
  type RateWindow,
  type RateWindowStats,
} from '@output-review/runtime';

import type { GatewayOptions } from './options.ts';
import { recentSlots } from './store/submissions/recent-slots.ts';

export interface GatewayRateWindow {
  readonly window: RateWindow;
  /** Whether a slot still counts; asked where a row did not come in. */
  readonly isSlotCurrent: (epoch: string) => Promise<boolean>;
  /** Null where the window is in this process alone. */
  readonly stats: () => RateWindowStats | null;
  /** What /readyz tells of it; the gateway serves whatever they say. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

export interface RateWindowParts {
  readonly options: Pick<GatewayOptions, 'rateWindow' | 'log' | 'clock'>;
  readonly database: Database;
  readonly closers: CloserStack;
}

/** Opens the window of submissions, with what was accepted in the last minute. */
export async function openRateWindow({
  options,
  database,
  closers,
}: RateWindowParts): Promise<GatewayRateWindow> {
  const { rateWindow, log, clock } = options;
  if ('redisUrl' in rateWindow) {
    const { redisUrl } = rateWindow;
    const shared = await openSharedRateWindow({ client: database, redisUrl, log, clock });
    closers.add('rate window', () => shared.close());
    return {
      window: shared.window,
      isSlotCurrent: (epoch) => shared.isCurrent(epoch),
      stats: () => shared.stats(),
      checks: { 'rate window': () => shared.check() },
    };
  }
  for (const [token, takenAt] of await recentSlots(database)) {
    await rateWindow.refill(token, takenAt);
  }
  return {
    window: rateWindow,
    isSlotCurrent: () => Promise.resolve(true),
    stats: () => null,
    checks: {},
  };
}
