import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 250;

/**
 * Repeats an assertion until it holds. On timeout, throws its last error.
 *
 * @param timeoutMs costs nothing if the assertion holds. The default of 20 s is for a busy machine.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  timeoutMs = 20_000,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() - start > timeoutMs) throw error;
    }
    // Check less often the longer it takes: checking slows down the machine.
    const waitedMs = performance.now() - start;
    await delay(Math.min(Math.max(waitedMs / 10, PAUSE_MS_MIN), PAUSE_MS_MAX));
  }
}
