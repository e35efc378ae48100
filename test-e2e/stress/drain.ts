import { setTimeout as delay } from 'node:timers/promises';

import { countOutputs, type ReadOptions } from './read-outputs.ts';

const LOOK_EVERY_MS = 500;
// Several times longer than Kafka takes to detect a killed consumer. Anything still missing after that will not come.
const STANDSTILL_MS = 60_000;

/**
 * Waits until all accepted outputs are stored and evaluated. Gives up when nothing changes any more or on abort;
 * missing or pending outputs are then violations.
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
