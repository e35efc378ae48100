import type { Logger } from '../base/logger.ts';
import type { Starting } from '../base/starting.ts';
import { isTransientError, outageReason } from './transient-errors.ts';
import { retryTransient } from './retry-transient.ts';

export interface AwaitDatabaseOptions {
  readonly url: string;
  readonly log: Logger;
  readonly starting?: Starting;
}

// Errors of a database that is not set up yet: missing database, schema or permissions.
const NOT_SET_UP = new Set(['3D000', '3F000', '42501']);

/**
 * Calls until the database is usable, and reports why it is not. With a `starting` it also waits for the setup, because
 * services may start before it.
 *
 * @throws errors that waiting does not fix; the last outage if the start was aborted.
 */
export async function awaitDatabase<T>(
  { url, log, starting }: AwaitDatabaseOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const server = `PostgreSQL at ${addressOf(url)}`;
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

function isNotSetUp(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && NOT_SET_UP.has(code);
}

/** Host, port and database. Never the role or its password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'its address';
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port === '' ? '5432' : port}${pathname}`;
}
