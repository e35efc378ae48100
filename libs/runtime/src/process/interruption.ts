// Ctrl-C reaches the process from the terminal and, if npm runs it in bash, a second time from npm.
const SAME_SIGNAL_MS = 500;

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts, for an orderly end.
 *
 * @param reason the reason of the abort.
 * @param force ends the process at once. Called for a signal that comes more than 500 ms after the first.
 */
export function interruption(reason: Error, force: () => void): AbortSignal {
  const controller = new AbortController();
  let firstAtMs = 0;
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      firstAtMs = performance.now();
      controller.abort(reason);
    } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) force();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  return controller.signal;
}
