import { awaitDatabase } from '@output-review/runtime';

import type { ServiceOptions } from './base-context.ts';

/**
 * Runs a query of a service's start after the migrations. A database outage at this point is waited for, like one
 * before the migrations, and does not end the start.
 *
 * @param ask may be called again if it was interrupted.
 */
export function askAtStart<T>(
  { databaseUrl: url, log, starting }: Pick<ServiceOptions, 'databaseUrl' | 'log' | 'starting'>,
  ask: () => Promise<T>,
): Promise<T> {
  return awaitDatabase({ url, log, ...(starting && { starting }) }, ask);
}
