/** Whether a provider may be called. */
export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly retryInMs: number };

interface Trouble {
  readonly failuresInRow: number;
  /** On the clock of `readMs`; a provider is left alone until then. */
  readonly pausedUntilMs: number;
  /** A call is under way that shows whether it is back. */
  readonly isProbed: boolean;
}

// A few failed calls are a hiccup. So many in a row, each of up to three tries, are an outage.
const FAILURES_MAX = 5;
const PAUSE_MS_FIRST = 5_000;
// Somebody who mends a provider wants to see it used again within a minute.
const PAUSE_MS_MAX = 30_000;
const PROBED_RETRY_MS = 1_000;

/**
 * Stops calls to a provider that fails one after the other, one breaker a key. After a pause one
 * call goes through: where it is answered all go again, where not the next pause is longer.
 */
export class Breakers {
  readonly #readMs: () => number;
  readonly #troubles = new Map<string, Trouble>();

  constructor({ readMs }: { readonly readMs: () => number }) {
    this.#readMs = readMs;
  }

  /** Whoever is admitted must tell how it went. */
  admit(key: string): Admission {
    const trouble = this.#troubles.get(key);
    if (!trouble || trouble.failuresInRow < FAILURES_MAX) return { isAdmitted: true };
    const retryInMs = trouble.pausedUntilMs - this.#readMs();
    if (retryInMs > 0) return { isAdmitted: false, retryInMs };
    if (trouble.isProbed) return { isAdmitted: false, retryInMs: PROBED_RETRY_MS };
    this.#troubles.set(key, { ...trouble, isProbed: true });
    return { isAdmitted: true };
  }

  /** It answered, be it with nonsense. */
  answered(key: string): void {
    this.#troubles.delete(key);
  }

  /** It was away. */
  failed(key: string): void {
    const failuresInRow = (this.#troubles.get(key)?.failuresInRow ?? 0) + 1;
    const doublings = Math.min(Math.max(0, failuresInRow - FAILURES_MAX), 10);
    const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_FIRST * 2 ** doublings);
    const pausedUntilMs = this.#readMs() + pauseMs;
    this.#troubles.set(key, { failuresInRow, pausedUntilMs, isProbed: false });
  }

  /** The call ended without telling anything of the provider. */
  abandoned(key: string): void {
    const trouble = this.#troubles.get(key);
    if (trouble) this.#troubles.set(key, { ...trouble, isProbed: false });
  }
}
