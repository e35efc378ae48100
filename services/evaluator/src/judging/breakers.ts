/** Whether a provider may be called. */
export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly retryInMs: number };

interface Trouble {
  readonly failuresInRow: number;
  /** On the clock of `performance.now`. The provider is not called until then. */
  readonly pausedUntilMs: number;
  /** Whether a call in flight probes whether it has recovered. */
  readonly isProbed: boolean;
}

// A few failed calls are a glitch. This many in a row, each with up to three attempts, are an outage.
const FAILURES_MAX = 5;
const PAUSE_MS_FIRST = 5_000;
// Somebody who fixes a provider wants to see it used again within a minute.
const PAUSE_MS_MAX = 30_000;
const PROBED_RETRY_MS = 1_000;
// A workspace may change its providers any number of times. If all are forgotten, those still down fail a few more calls.
const TROUBLES_MAX = 10_000;

/**
 * Circuit breakers, one per key. Stops calls to a provider after several failures in a row. After a pause, one call
 * probes it: if it is answered, all calls resume; if not, the next pause is longer.
 */
export class Breakers {
  readonly #troubles = new Map<string, Trouble>();

  /** An admitted caller must report the result. */
  admit(key: string): Admission {
    const trouble = this.#troubles.get(key);
    if (!trouble || trouble.failuresInRow < FAILURES_MAX) return { isAdmitted: true };
    const retryInMs = trouble.pausedUntilMs - performance.now();
    if (retryInMs > 0) return { isAdmitted: false, retryInMs };
    if (trouble.isProbed) return { isAdmitted: false, retryInMs: PROBED_RETRY_MS };
    this.#troubles.set(key, { ...trouble, isProbed: true });
    return { isAdmitted: true };
  }

  /** The provider answered, even if with nonsense. */
  answered(key: string): void {
    this.#troubles.delete(key);
  }

  /** The provider was down. */
  failed(key: string): void {
    if (this.#troubles.size > TROUBLES_MAX) this.#troubles.clear();
    const failuresInRow = (this.#troubles.get(key)?.failuresInRow ?? 0) + 1;
    const doublings = Math.min(Math.max(0, failuresInRow - FAILURES_MAX), 10);
    const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_FIRST * 2 ** doublings);
    const pausedUntilMs = performance.now() + pauseMs;
    this.#troubles.set(key, { failuresInRow, pausedUntilMs, isProbed: false });
  }

  /** The call ended without a statement about the provider. */
  abandoned(key: string): void {
    const trouble = this.#troubles.get(key);
    if (trouble) this.#troubles.set(key, { ...trouble, isProbed: false });
  }
}
