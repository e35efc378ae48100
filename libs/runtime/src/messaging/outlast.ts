import type { Clock } from '../clock/clock.ts';
import { isOutage } from '../database/is-outage.ts';
import { retryOutages, type RetryWaits } from '../database/retry-outages.ts';
import type { Logger } from '../log/logger.ts';

export interface OutlastOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly waits?: RetryWaits | undefined;
  readonly signal: AbortSignal;
}

/** Calls until it works or throws what waiting does not mend. */
export type Outlast = <T>(
  call: () => Promise<T>,
  isPassing?: (error: unknown) => boolean,
) => Promise<T>;

/** Makes a caller that outlasts outages, and logs each twice: when it begins and when it is over. */
export function makeOutlast({ log, clock, waits, signal }: OutlastOptions): Outlast {
  return async (call, isPassing = isOutage) => {
    let since: Date | undefined;
    const onOutage = (error: unknown): void => {
      if (!since) log.warn({ err: error }, 'consumer waits for an outage to end');
      since ??= clock.now();
    };
    const result = await retryOutages(call, {
      signal,
      isPassing,
      onOutage,
      ...(waits && { waits }),
    });
    if (since) {
      log.info({ waitedMs: clock.now().getTime() - since.getTime() }, 'consumer goes on');
    }
    return result;
  };
}
