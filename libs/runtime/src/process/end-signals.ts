import type { Logger } from '../base/logger.ts';

export interface EndSignals {
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** What it is to end with. */
  exitCode(): number;
}

/**
 * Listens for what ends a process.
 *
 * - SIGINT, SIGTERM: it is to end. A second one ends it at once; what was answered is durable all the
 *   same.
 * - A promise that failed and that nobody waited for: some work is lost that nobody knows of, so it is
 *   to end as if it were told to, and whoever runs it starts it again.
 * - An exception that nobody caught: its state cannot be trusted, so it ends at once.
 */
export function listenForEnd(log: Logger): EndSignals {
  const ending = new AbortController();
  let exitCode = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted) process.exit(1);
      log.info({ signal: name }, 'stopping');
      ending.abort();
    });
  }
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'unhandled rejection, stopping');
    exitCode = 1;
    ending.abort();
  });
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
  return { signal: ending.signal, exitCode: () => exitCode };
}
