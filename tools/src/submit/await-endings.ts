import { setTimeout as delay } from 'node:timers/promises';

import type { ApiClient } from './api-client.ts';
import { messageOf, NotAllowed, type Tally } from './send-lines.ts';
import type { Ending } from './verdict-table.ts';

export interface AwaitOptions {
  readonly client: ApiClient;
  readonly concurrency: number;
  readonly waitMsMax: number;
  readonly signal: AbortSignal;
  readonly onChange: (tally: Tally) => void;
}

// Exact rules settle within a few of the first; a judge takes seconds.
const ROUND_MS_MIN = 100;
const ROUND_MS_MAX = 5_000;

/** Asks after every output whose ending is not known, in rounds, until none is pending. */
export async function awaitEndings(tally: Tally, options: AwaitOptions): Promise<void> {
  const startedAt = performance.now();
  for (let pauseMs = ROUND_MS_MIN; ; pauseMs = Math.min(ROUND_MS_MAX, pauseMs * 2)) {
    const open = [...tally.outputs].filter(([, ending]) => !isFinal(ending)).map(([id]) => id);
    await askAll(open, tally, options);
    const isOver = [...tally.outputs.values()].every(isFinal);
    if (isOver || performance.now() - startedAt > options.waitMsMax) return;
    await delay(pauseMs, undefined, { signal: options.signal });
  }
}

function isFinal(ending: Ending | null): boolean {
  return ending !== null && ending.status !== 'pending';
}

async function askAll(ids: string[], tally: Tally, options: AwaitOptions): Promise<void> {
  const queue = ids.values();
  const work = async (): Promise<void> => {
    for (const id of queue) {
      tally.outputs.set(id, await askOne(id, options.client));
      options.onChange(tally);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
}

async function askOne(id: string, client: ApiClient): Promise<Ending> {
  const path = `/api/logs/${encodeURIComponent(id)}/status`;
  const answer = await client.call({ method: 'GET', path });
  const { status, body } = answer;
  if (status === 401 || status === 403) throw new NotAllowed(messageOf(answer));
  if (status === 404) return { status: 'deleted', verdict: null };
  if (status !== 200) return { status: 'unknown', verdict: null };
  return {
    status: String(body.status),
    verdict: typeof body.verdict === 'string' ? body.verdict : null,
  };
}
