/** Waits; an abort ends the wait early, without an error. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  // That of `node:timers/promises` makes an error with its stack for each wait that is ended, which costs more.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Waits for work, but not for ever; how it ends does not matter. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const done = new AbortController();
  await Promise.race([work?.catch(() => {}), wait(ms, done.signal)]);
  done.abort();
}

/** Rejects with the reason of a signal when it is aborted, or was already, for a race with work that takes no signal. */
export function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
