import type { Logger } from '../base/logger.ts';
import type { Starting } from '../base/starting.ts';
import { isTransientError, outageReason } from './transient-errors.ts';
import { retryTransient } from './retry-transient.ts';

export interface AwaitDatabaseOptions {
  readonly url: string;
  readonly log: Logger;
  readonly starting?: Starting;
}

// What a database lacks before the setup has been there: the database, the schema, the rights.
const NOT_SET_UP = new Set(['3D000', '3F000', '42501']);

/**
 * Calls until the database can be used, and tells meanwhile why it cannot. With a `starting` it also
 * waits for what the setup makes, because services may be started before it.
 *
 * @throws what waiting does not mend; the last outage where the start was given up.
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

/** Host, port and database; never the role or its password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'its address';
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port === '' ? '5432' : port}${pathname}`;
}
