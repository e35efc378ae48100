import { setTimeout as delay } from 'node:timers/promises';

import type { Postmaster } from './postmaster.ts';

/** The logger that the supervisor needs, such as pino. */
export interface ServerLog {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}

export interface Supervision {
  /** Stops what is left of the old server and starts a new one in its place. */
  readonly restart: () => Promise<Postmaster>;
  readonly log: ServerLog;
}

export interface Supervised {
  pid(): number;
  stop(): Promise<void>;
}

const PAUSE_MS_MIN = 200;
const PAUSE_MS_MAX = 5_000;

/**
 * Restarts the server whenever it exits without being stopped, without a limit and with increasing delays. Clients see
 * an outage, not a new address.
 */
export function supervise(first: Postmaster, { restart, log }: Supervision): Supervised {
  const stopping = new AbortController();
  let current = first;

  const watch = async (): Promise<void> => {
    for (;;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log.error({ pid: current.pid }, 'database server exited unexpectedly');
      const next = await restartUntilStopped();
      if (next === undefined) return;
      current = next;
      if (stopping.signal.aborted) return next.stop();
      log.info({ pid: next.pid }, 'database server restarted');
    }
  };

  const restartUntilStopped = async (): Promise<Postmaster | undefined> => {
    for (let pauseMs = PAUSE_MS_MIN; !stopping.signal.aborted;) {
      try {
        return await restart();
      } catch (error) {
        log.error({ err: error }, 'database server could not be restarted');
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
    }
    return undefined;
  };

  const watching = watch();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await current.stop();
    // A restart may be in progress; it stops the server that it has started.
    await watching;
  };
  return { pid: () => current.pid, stop };
}
