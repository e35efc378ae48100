import { setTimeout as wait } from 'node:timers/promises';

// What the bench waits for takes minutes at most; an hour of silence helps nobody.
const GIVE_UP_MS = 10 * 60_000;
const ASK_EVERY_MS = 50;

/** Asks until the answer is yes. */
export async function waitUntil(
  isSo: () => Promise<boolean>,
  everyMs = ASK_EVERY_MS,
): Promise<void> {
  const endsAt = performance.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error('Waited for too long');
    await wait(everyMs);
  }
}
