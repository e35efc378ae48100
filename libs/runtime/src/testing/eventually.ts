import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats an assertion until it holds; when it does not within the time, throws what it last threw.
 *
 * @param timeoutMs costs nothing where the assertion comes to hold: 20 s are for a machine that is busy.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(20);
  }
}
