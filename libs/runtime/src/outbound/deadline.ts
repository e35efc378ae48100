/**
 * Runs work with a signal that aborts at the deadline or with the caller's own signal. It ends when
 * the work does: that must heed the signal.
 *
 * By hand because `AbortSignal.any` keeps what it made alive as long as a long-lived source in
 * Node 20.
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
