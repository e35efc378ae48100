import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import { isTransientError } from '../postgres/transient-errors.ts';
import type { ShutdownStack } from './shutdown-stack.ts';

export interface LoopOptions {
  /** Appears in the log entries of the loop. */
  readonly name: string;
  /** The longest pause between the end of a turn and the start of the next. */
  readonly everyMs: number;
  /** The pause after a turn that found nothing to do. Defaults to `everyMs`. */
  readonly idleEveryMs?: number;
  /**
   * One turn. Resolves with 'idle' if it found nothing to do. Errors are logged and the loop continues. An outage is
   * logged as a warning, in the first ten seconds only as debug, and while it lasts once a minute.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Logger;
  readonly clock: Clock;
}

export interface Loop {
  /** Ends the pause: the next turn starts now, or right after the current one. */
  wake(): void;
  /** Announces work: the next turn starts `everyMs` after the last one, even if that was idle. */
  expectWork(): void;
  /** Aborts the signal of the current turn and resolves when the loop has ended. */
  stop(): Promise<void>;
}

// Services start in any order, so a dependency of the loop may not be up yet.
const STARTING_MS = 10_000;
// An outage fails each turn of every loop: 500 lines a minute, which would hide the others and fill a disk.
const WARN_EVERY_MS = 60_000;

// Without an explicit reason each abort creates an error with a stack trace.
const WOKEN = 'woken';

const BEAT_MS_MAX = 1_000;

/**
 * Aligns the loops of a process, so that a sleeping core wakes once for all of them: the end of a pause moves forward
 * to a common beat.
 */
function untilNextMs(pauseMs: number): number {
  const beatMs = Math.min(pauseMs, BEAT_MS_MAX);
  const nowMs = performance.now();
  return Math.max(1, Math.floor((nowMs + pauseMs) / beatMs) * beatMs - nowMs);
}

/** Starts a loop. Only one turn runs at a time. */
export function startLoop({ name, everyMs, idleEveryMs, run, log, clock }: LoopOptions): Loop {
  const stopping = new AbortController();
  let pause = new AbortController();
  let idlePause = new AbortController();
  const failures = makeFailureLog({ name, log, clock });

  const turn = async (): Promise<unknown> => {
    try {
      const result = await run(stopping.signal);
      failures.end();
      return result;
    } catch (error) {
      if (!stopping.signal.aborted) failures.add(error);
      return null;
    }
  };
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const isIdle = (await turn()) === 'idle';
      await wait(untilNextMs(everyMs), pause.signal);
      if (isIdle && idleEveryMs !== undefined) {
        await wait(
          untilNextMs(idleEveryMs - everyMs),
          AbortSignal.any([pause.signal, idlePause.signal]),
        );
      }
      // A `wake` or `expectWork` during the turn aborted these signals before the pause.
      pause = new AbortController();
      idlePause = new AbortController();
    }
  })();

  return {
    wake: () => pause.abort(WOKEN),
    expectWork: () => idlePause.abort(WOKEN),
    stop: () => {
      stopping.abort();
      pause.abort();
      return ended;
    },
  };
}

function makeFailureLog({ name, log, clock }: Pick<LoopOptions, 'name' | 'log' | 'clock'>) {
  const startEndsAt = clock.now().getTime() + STARTING_MS;
  let quietUntil = startEndsAt;
  return {
    add: (err: unknown): void => {
      if (!isTransientError(err)) {
        log.error({ err, loop: name }, 'loop turn failed');
        return;
      }
      const now = clock.now().getTime();
      const isQuiet = now < quietUntil;
      if (!isQuiet) quietUntil = now + WARN_EVERY_MS;
      log[isQuiet ? 'debug' : 'warn']({ err, loop: name }, 'loop is waiting for an outage to end');
    },
    end: (): void => {
      quietUntil = startEndsAt;
    },
  };
}

export type StartJob = (name: string, everyMs: number, run: LoopOptions['run']) => Loop;

/** Creates a function that starts loops (see `startLoop`) which stop with their service. */
export const makeJobStarter =
  ({
    closers,
    ...around
  }: Pick<LoopOptions, 'log' | 'clock'> & { readonly closers: ShutdownStack }): StartJob =>
  (name, everyMs, run) => {
    const loop = startLoop({ ...around, name, everyMs, run });
    closers.add(name, () => loop.stop());
    return loop;
  };
