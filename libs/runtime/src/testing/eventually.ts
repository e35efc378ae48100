import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 250;

/**
 * Repeats an assertion until it holds; when it does not within the time, throws what it last threw.
 *
 * @param timeoutMs costs nothing where the assertion comes to hold: 20 s are for a machine that is busy.
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
    // What takes long is asked about less often: asking costs the machine what it waits for.
    const waitedMs = performance.now() - start;
    await delay(Math.min(Math.max(waitedMs / 10, PAUSE_MS_MIN), PAUSE_MS_MAX));
  }
}
