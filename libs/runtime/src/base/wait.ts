/** Waits for a time. An abort ends the wait early, without an error. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  // `node:timers/promises` creates an error with a stack trace for each aborted wait, which is more expensive.
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

/** Waits for work to settle, up to a time limit. Ignores its outcome. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await inTime(ms, Promise.resolve(work)).catch(() => {});
}

/**
 * Waits for work, up to a time limit. The outcome of late work is ignored.
 *
 * @throws Error of the work; ETIMEDOUT if it takes longer.
 */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`It took longer than ${ms} ms.`);
      reject(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the reason of a signal once it is aborted. Used to race work that takes no signal. */
export function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Resolves once a signal is aborted. @param done removes the listener. */
export function untilAborted(signal: AbortSignal, done: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { signal: done });
  });
}

/**
 * Runs work with a signal that aborts at the deadline or with the caller's signal. Returns only when the work ends, so
 * the work must observe the signal.
 *
 * Does not use `AbortSignal.any`, which in Node 20 leaks its signals as long as a source signal lives.
 */
export async function withDeadline<T>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal?.reason);
  if (signal?.aborted) abort();
  const timer = setTimeout(() => {
    ended.abort(new Error(`No answer within ${timeoutMs} ms`));
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    return await work(ended.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
