import { setTimeout as delay } from 'node:timers/promises';

import { countOutputs, type ReadOptions } from './read-outputs.ts';

const LOOK_EVERY_MS = 500;
// Longer than Kafka takes to find out that a consumer was killed, and several times over. What has not come
// after that comes no more.
const STANDSTILL_MS = 60_000;

/**
 * Waits until all that was answered is there and the rules have run over it. It gives up where nothing
 * changes any more, or time is out; what is missing or waits then is a violation.
 */
export async function drain(
  reading: ReadOptions,
  {
    expected,
    standstillMs = STANDSTILL_MS,
  }: { readonly expected: number; readonly standstillMs?: number | undefined },
): Promise<number> {
  const beganAt = performance.now();
  let [last, changedAt] = ['', beganAt];
  while (!reading.signal.aborted && performance.now() - changedAt < standstillMs) {
    const { total, pending } = await countOutputs(reading);
    if (total >= expected && pending === 0) break;
    const counts = `${total}/${pending}`;
    if (counts !== last) [last, changedAt] = [counts, performance.now()];
    await delay(LOOK_EVERY_MS);
  }
  return performance.now() - beganAt;
}
