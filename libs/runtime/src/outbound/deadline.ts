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
