import type { Logger } from '../base/logger.ts';
import type { Starting } from '../base/starting.ts';
import { isNotSetUp, isTransientError, outageReason } from './transient-errors.ts';
import { retryTransient } from './retry-transient.ts';

export interface AwaitDatabaseOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly starting?: Starting;
}

/**
 * Calls until the database is usable, and reports why it is not. With a `starting` it also waits for the setup, because
 * services may start before it. A start uses it for the migrations and for its first queries.
 *
 * @param call may be called again if it was interrupted.
 * @throws errors that waiting does not fix; the last outage if the start was aborted.
 */
export async function awaitDatabase<T>(
  { databaseUrl, log, starting }: AwaitDatabaseOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const server = `PostgreSQL at ${addressOf(databaseUrl)}`;
  const signal = starting?.signal ?? new AbortController().signal;
  let last: string | undefined;
  const onOutage = (error: unknown): void => {
    const reason = outageReason(error);
    starting?.waitsFor('database', `waiting for ${server}: ${reason}`);
    if (reason !== last) log.warn({ err: error, server, reason }, 'database unreachable, waiting');
    last = reason;
  };
  const result = await retryTransient(() => call(signal), {
    signal,
    onOutage,
    isTransient: (error) =>
      isTransientError(error) || (starting !== undefined && isNotSetUp(error)),
  });
  starting?.waitsFor('database', null);
  return result;
}

/** Host, port and database. Never the role or its password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'its address';
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port === '' ? '5432' : port}${pathname}`;
}
