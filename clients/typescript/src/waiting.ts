import { OutputReviewError, WaitTimeoutError } from './errors.ts';
import { checkNumber, type Send, TIMER_MS_MAX } from './http.ts';
import { retryDelayMs, sleep } from './retry.ts';
import type { CallOptions, DecisionStatus } from './types.ts';

export interface WaitOptions extends CallOptions {
  /** The maximum wait. Without it, only a decision or the signal ends the wait. */
  readonly timeoutMs?: number | undefined;
}

const SECOND_MS = 1_000;
// The longest wait of one request. The service allows 60 s, but many proxies cut a request at that time.
const WAIT_MS_MAX = 50 * SECOND_MS;

/**
 * Polls until the output is settled.
 *
 * @throws WaitTimeoutError; OutputReviewError, such as `NOT_FOUND` if it was deleted; the reason of the signal.
 */
export async function waitUntilSettled(
  send: Send,
  id: string,
  { timeoutMs = Infinity, signal }: WaitOptions,
): Promise<DecisionStatus> {
  checkNumber('timeoutMs', timeoutMs);
  signal?.throwIfAborted();
  const timedOut = new WaitTimeoutError(id, timeoutMs);
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeoutMs <= TIMER_MS_MAX ? setTimeout(() => ending.abort(timedOut), timeoutMs) : undefined;
  const endsAt = Date.now() + timeoutMs;
  try {
    for (let early = 0; ;) {
      const waitMs = Math.min(WAIT_MS_MAX, endsAt - Date.now());
      // Needed only for waits beyond the maximum timer.
      if (waitMs <= 0) throw timedOut;
      const { status, isEarly } = await askOnce(send, id, { waitMs, signal: ending.signal });
      if (status.settled) return status;
      early = isEarly ? early + 1 : 0;
      if (isEarly) await sleep(retryDelayMs(early, undefined), ending.signal);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

interface StatusRequest {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

async function askOnce(send: Send, id: string, { waitMs, signal }: StatusRequest) {
  const askedAt = Date.now();
  const answer = await send({
    ...{ method: 'GET', path: `${pathOf(id)}/status`, signal, waitMs },
    query: { wait: Math.ceil(waitMs / SECOND_MS) },
    // An outage does not end a wait. Only the caller's timeout and signal do.
    maxRetries: Infinity,
  });
  // A service that is shutting down answers at once. If it always does, pause between requests.
  return { status: readStatus(answer), isEarly: Date.now() - askedAt < waitMs / 2 };
}

/** @throws OutputReviewError if it is not a status: never treat another answer as a decision. */
export function readStatus(answer: object): DecisionStatus {
  if (!('settled' in answer) || typeof answer.settled !== 'boolean') {
    throw new OutputReviewError('INVALID_RESPONSE', 'The answer is not the status of an output.');
  }
  return answer as DecisionStatus;
}

/** @throws TypeError if it cannot be the ID of an output, since it could change the path. */
export function pathOf(id: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/.test(id)) {
    throw new TypeError(`Not the ID of an output: ${JSON.stringify(id)}`);
  }
  return `/api/logs/${encodeURIComponent(id)}`;
}
