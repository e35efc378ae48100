import { setTimeout as delay } from 'node:timers/promises';

import type { ApiClient } from './api-client.ts';
import { askEnding, type Tally } from './send-lines.ts';
import type { Ending } from './verdict-table.ts';

export interface AwaitOptions {
  readonly client: ApiClient;
  readonly concurrency: number;
  readonly waitMsMax: number;
  /** Aborted: no further output is asked after. */
  readonly stopping: AbortSignal;
  readonly onChange: (tally: Tally) => void;
}

// Exact rules settle within a few of the first; a judge takes seconds.
const ROUND_MS_MIN = 100;
const ROUND_MS_MAX = 5_000;

/** Asks after every output whose ending is not known, in rounds, until none is pending or it is to stop. */
export async function awaitEndings(tally: Tally, options: AwaitOptions): Promise<void> {
  const { stopping, waitMsMax } = options;
  const startedAt = performance.now();
  let pauseMs = ROUND_MS_MIN;
  while (!stopping.aborted) {
    const open = [...tally.outputs].filter(([, ending]) => !isFinal(ending)).map(([id]) => id);
    await askAll(open, tally, options);
    const isOver = [...tally.outputs.values()].every(isFinal);
    if (isOver || performance.now() - startedAt > waitMsMax) return;
    // All that ends it early is that it is to stop.
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    pauseMs = Math.min(ROUND_MS_MAX, pauseMs * 2);
  }
}

function isFinal(ending: Ending | null): boolean {
  return ending !== null && ending.status !== 'pending';
}

/** A failure ends it for all, and only once what is under way is answered: the caller closes the client then. */
async function askAll(ids: string[], tally: Tally, options: AwaitOptions): Promise<void> {
  const queue = ids.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const id of queue) {
      if (options.stopping.aborted || failures.length > 0) return;
      tally.outputs.set(id, await askEnding(id, options.client));
      options.onChange(tally);
    }
  };
  const workers = Array.from({ length: options.concurrency }, () =>
    work().catch((error: unknown) => void failures.push(error)),
  );
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}
