import { setTimeout as delay } from 'node:timers/promises';

import { askEnding, type RunOptions, type Tally, workOnAll } from './send-lines.ts';
import type { Ending } from './verdict-table.ts';

export interface AwaitOptions extends Omit<RunOptions, 'sent'> {
  readonly waitMsMax: number;
}

// Exact rules settle within the first few rounds. A judge takes seconds.
const ROUND_MS_MIN = 100;
const ROUND_MS_MAX = 5_000;

/** Polls every output without a known result, in rounds, until none is pending or the run stops. */
export async function awaitEndings(tally: Tally, options: AwaitOptions): Promise<void> {
  const { stopping, waitMsMax } = options;
  const startedAt = performance.now();
  let pauseMs = ROUND_MS_MIN;
  while (!stopping.aborted) {
    const open = [...tally.outputs].filter(([, ending]) => !isFinal(ending)).map(([id]) => id);
    await workOnAll(open.values(), options, async (id) => {
      tally.outputs.set(id, await askEnding(id, options.client));
      options.onChange(tally);
    });
    const isOver = [...tally.outputs.values()].every(isFinal);
    if (isOver || performance.now() - startedAt > waitMsMax) return;
    // Only the stop signal ends the delay early.
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    pauseMs = Math.min(ROUND_MS_MAX, pauseMs * 2);
  }
}

function isFinal(ending: Ending | null): boolean {
  return ending !== null && ending.status !== 'pending';
}
