import type { Clock } from '../clock/clock.ts';
import { isOutage } from '../database/is-outage.ts';
import type { Logger } from '../log/logger.ts';
import { wait } from './wait.ts';

export interface LoopOptions {
  /** Stands in the log beside whatever goes wrong. */
  readonly name: string;
  /** The pause between the end of a turn and the beginning of the next. */
  readonly everyMs: number;
  /**
   * One turn. What it throws is logged, an outage as a warning, in the first ten seconds for debugging only;
   * the next turn comes all the same.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly log: Logger;
  readonly clock: Clock;
}

export interface Loop {
  /** Ends the pause: the next turn begins now, or at once after the one that runs. */
  wake(): void;
  /** How long ago a turn last ended well (or the loop began): its health. */
  sinceLastTurnMs(): number;
  /** Aborts the signal of the turn that runs and resolves when the loop has ended. */
  stop(): Promise<void>;
}

// Services start in any order: what a loop needs may not be up yet.
const STARTING_MS = 10_000;

/** Starts a loop. Only one turn runs at a time. */
export function startLoop({ name, everyMs, run, log, clock }: LoopOptions): Loop {
  const stopping = new AbortController();
  let pause = new AbortController();
  const startedAt = clock.now().getTime();
  let lastTurnAt = startedAt;

  const turn = async (): Promise<void> => {
    try {
      await run(stopping.signal);
      lastTurnAt = clock.now().getTime();
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!isOutage(error)) {
        log.error({ err: error, loop: name }, 'loop turn failed');
        return;
      }
      const isStarting = clock.now().getTime() - startedAt < STARTING_MS;
      log[isStarting ? 'debug' : 'warn'](
        { err: error, loop: name },
        'loop turn waits for an outage to end',
      );
    }
  };
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      await wait(everyMs, pause.signal);
      // A wake during the turn has ended the pause before it began.
      pause = new AbortController();
    }
  })();

  return {
    wake: () => pause.abort(),
    sinceLastTurnMs: () => clock.now().getTime() - lastTurnAt,
    stop: () => {
      stopping.abort();
      pause.abort();
      return ended;
    },
  };
}
