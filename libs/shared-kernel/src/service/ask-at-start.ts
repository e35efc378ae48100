import { awaitDatabase } from '@output-review/runtime';

import type { ServiceOptions } from './base-context.ts';

/**
 * What a start asks of the database once the schema is there. An outage in this moment is waited for as one before
 * it is, and does not end the start.
 *
 * @param ask may be called again where it was cut off.
 */
export function askAtStart<T>(
  { databaseUrl: url, log, starting }: Pick<ServiceOptions, 'databaseUrl' | 'log' | 'starting'>,
  ask: () => Promise<T>,
): Promise<T> {
  return awaitDatabase({ url, log, ...(starting && { starting }) }, ask);
}
