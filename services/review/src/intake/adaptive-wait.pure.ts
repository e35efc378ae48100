const WAIT_MS_MIN = 1;
const INITIAL_WAIT_MS = 20;
// Extends the wait to this multiple of what the latest late partner would have needed.
const HEADROOM = 1.5;
// Forgetting a key costs its late partner a needless wait.
const UNPAIRED_MAX = 20_000;

/**
 * Adapts how long to wait for a partner. Each timeout halves the wait. A late partner that a longer wait would have
 * caught extends it again. So nothing waits for partners that take seconds, and a slow machine gets a longer wait. All
 * times come from one monotonic clock.
 */
export class AdaptiveWait {
  readonly #maxMs: number;
  readonly #unpaired = new Map<string, number>();
  #ms = INITIAL_WAIT_MS;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  get ms(): number {
    return this.#ms;
  }

  timedOut(): void {
    this.#ms = Math.max(this.#ms / 2, WAIT_MS_MIN);
  }

  /** Records keys that went on without a partner, and when their wait began. */
  addUnpaired(keys: Iterable<string>, sinceMs: number): void {
    if (this.#unpaired.size > UNPAIRED_MAX) this.#unpaired.clear();
    for (const key of keys) this.#unpaired.set(key, sinceMs);
  }

  /** @returns whether the partner of this key is recorded as unpaired. If so, forgets it and adapts the wait. */
  cameLate(key: string, nowMs: number): boolean {
    const sinceMs = this.#unpaired.get(key);
    if (sinceMs === undefined) return false;
    this.#unpaired.delete(key);
    const neededMs = HEADROOM * (nowMs - sinceMs);
    if (neededMs <= this.#maxMs) this.#ms = Math.max(this.#ms, neededMs);
    return true;
  }
}
