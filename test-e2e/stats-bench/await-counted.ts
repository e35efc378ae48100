import { setTimeout as delay } from 'node:timers/promises';

import type { ReadStats } from './stats-client.ts';
import { yearUntil } from './year.ts';

const LOOK_EVERY_MS = 1_000;
const GIVEN_UP_MS = 20 * 60_000;

interface Awaited {
  readonly outputs: number;
  readonly until: Date;
}

/** Returns when as many results are counted as there are outputs. */
export async function awaitCounted(read: ReadStats, { outputs, until }: Awaited): Promise<void> {
  const query = { ...yearUntil(until), interval: 'range' };
  const givenUpAt = performance.now() + GIVEN_UP_MS;
  let runs = 0;
  while (performance.now() < givenUpAt) {
    const { series } = await read(query);
    runs = series[0]?.points[0]?.runs ?? 0;
    if (runs === outputs) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`Only ${runs} of ${outputs} results were counted`);
}
