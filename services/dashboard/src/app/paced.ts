interface Paced {
  /** Schedules a run. Calls before that run starts are merged into one. */
  ask(): void;
  end(): void;
}

/** Replaceable in tests. */
type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/**
 * Runs once per burst of events. After each run, waits at least as long as the run returned.
 *
 * @param gatherMs how long to collect a burst, and also the shortest pause.
 */
export function paced(
  run: () => Promise<number>,
  gatherMs: number,
  timers: Timers = globalThis,
): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isAsked = false;
  let hasEnded = false;
  const wait = (then: () => void, ms: number): void => {
    if (!hasEnded) timer = timers.setTimeout(then, ms);
  };
  const goOn = async (): Promise<void> => {
    isAsked = false;
    const pauseMs = await run();
    wait(rest, Math.max(gatherMs, pauseMs));
  };
  const rest = (): void => {
    if (isAsked) void goOn();
    else isBusy = false;
  };
  return {
    ask() {
      isAsked = true;
      if (isBusy) return;
      isBusy = true;
      wait(() => void goOn(), gatherMs);
    },
    end() {
      hasEnded = true;
      timers.clearTimeout(timer);
    },
  };
}
