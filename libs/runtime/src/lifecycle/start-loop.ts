import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import { isTransientError } from '../postgres/transient-errors.ts';
import type { ShutdownStack } from './shutdown-stack.ts';

export interface LoopOptions {
  /** Stands in the log beside whatever goes wrong. */
  readonly name: string;
  /** The longest pause between the end of a turn and the beginning of the next. */
  readonly everyMs: number;
  /** The pause behind a turn that found nothing to do; `everyMs` where it is absent. */
  readonly idleEveryMs?: number;
  /**
   * One turn; resolves with 'idle' where it found nothing to do. What it throws is logged, an outage as a
   * warning, in the first ten seconds for debugging only; the next turn comes all the same.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Logger;
  readonly clock: Clock;
}

export interface Loop {
  /** Ends the pause: the next turn begins now, or at once after the one that runs. */
  wake(): void;
  /** There will be something to do: the next turn begins `everyMs` after the last, also where that was idle. */
  expectWork(): void;
  /** Aborts the signal of the turn that runs and resolves when the loop has ended. */
  stop(): Promise<void>;
}

// Services start in any order: what a loop needs may not be up yet.
const STARTING_MS = 10_000;

// Without a reason of its own each abort makes an error with its stack.
const WOKEN = 'woken';

const BEAT_MS_MAX = 1_000;

/**
 * The loops of a process turn together, so that a core which sleeps is woken once for all of them: the end
 * of a pause is brought forward to a beat of the process.
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
  const startedAt = clock.now().getTime();

  const turn = async (): Promise<unknown> => {
    try {
      return await run(stopping.signal);
    } catch (error) {
      const isStarting = clock.now().getTime() - startedAt < STARTING_MS;
      if (!stopping.signal.aborted) logFailure({ name, log }, { error, isStarting });
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
      // What was called during the turn has ended its pause before it began.
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

function logFailure(
  { name: loop, log }: Pick<LoopOptions, 'name' | 'log'>,
  { error, isStarting }: { readonly error: unknown; readonly isStarting: boolean },
): void {
  if (isTransientError(error)) {
    log[isStarting ? 'debug' : 'warn'](
      { err: error, loop },
      'loop is waiting for an outage to end',
    );
  } else log.error({ err: error, loop }, 'loop turn failed');
}

export type StartJob = (name: string, everyMs: number, run: LoopOptions['run']) => Loop;

/** Makes what starts loops (see `startLoop`) that end with their service. */
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
