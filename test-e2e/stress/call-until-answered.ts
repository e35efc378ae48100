import { setTimeout as delay } from 'node:timers/promises';

import { withDeadline } from '@output-review/runtime';

import type { ClientLog } from './what-clients-saw.ts';

export interface PatientCall {
  readonly url: string;
  readonly init: RequestInit;
  /** The answer that ends it. */
  readonly wanted: readonly number[];
  readonly log: ClientLog;
  /** Gives up then. */
  readonly signal: AbortSignal;
}

// A caller of ours would do the same: soon enough for the run, and in a long outage too seldom to be a load of
// its own.
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;
// A server that was killed says nothing; the kernel resets its connections, but not a proxy's.
const TIMEOUT_MS = 45_000;

/**
 * Makes a call again and again, as a good client does, until it is answered as wanted. The call must
 * bear being repeated.
 *
 * @returns the answer decoded; null where time ran out before.
 */
export async function callUntilAnswered(call: PatientCall): Promise<unknown> {
  const { url, init, wanted, log, signal } = call;
  for (let pauseMs = PAUSE_MS_MIN; !signal.aborted; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    try {
      const { status, headers, text } = await withDeadline(
        { timeoutMs: TIMEOUT_MS, signal },
        async (ended) => {
          const response = await fetch(url, { ...init, signal: ended });
          return {
            status: response.status,
            headers: response.headers,
            text: await response.text(),
          };
        },
      );
      if (wanted.includes(status)) {
        log.noteAnswered();
        return JSON.parse(text) as unknown;
      }
      log.noteRefused(status, headers, text);
    } catch {
      if (!signal.aborted) log.noteUnanswered();
    }
    await delay(pauseMs);
  }
  return null;
}
