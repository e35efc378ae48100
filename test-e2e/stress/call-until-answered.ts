import { setTimeout as delay } from 'node:timers/promises';

import { withDeadline } from '@output-review/runtime';

import type { ClientLog } from './what-clients-saw.ts';

export interface PatientCall {
  readonly url: string;
  readonly init: RequestInit;
  /** Statuses that end the retries. */
  readonly wanted: readonly number[];
  readonly log: ClientLog;
  /** Aborts the retries. */
  readonly signal: AbortSignal;
}

// Like a reasonable client: fast enough for the run, and slow enough not to add load during a long outage.
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;
// A killed server sends nothing. The kernel resets its connections, but not those of a proxy.
const TIMEOUT_MS = 45_000;

/**
 * Retries a call, like a good client, until it gets a wanted status. The call must be idempotent.
 *
 * @returns the decoded response; null if aborted before.
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
