/** Rejects with the reason of a signal when it is aborted, for a race with work that takes no signal. */
export function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
