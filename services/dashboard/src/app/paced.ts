interface Paced {
  /** Has it run soon; asked again before it may, it runs once more and no oftener. */
  ask(): void;
  end(): void;
}

/** How a test tells the time. */
type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/**
 * Runs what events ask for: once for a burst of them, and after each run not before the pause that the run names.
 *
 * @param gatherMs how long a burst is waited for, which is also the shortest pause.
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
