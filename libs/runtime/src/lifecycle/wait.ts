import { setTimeout as delay } from 'node:timers/promises';

/** Waits; an abort ends the wait early, without an error. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
