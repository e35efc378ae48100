const SHORTEST_MS = 1;
const AT_FIRST_MS = 20;
// Of what the last one that came too late would have needed.
const SPARE = 1.5;
// Forgetting one costs its partner a wait.
const ALONE_MAX = 20_000;

/**
 * How long it is worth waiting for a partner: half as long after each wait in vain, and longer again when one came that a
 * longer wait would have met. So nobody waits for what takes seconds, and a slow machine gets its time. All times are
 * of one clock that only goes forward.
 */
export class Patience {
  readonly #maxMs: number;
  readonly #alone = new Map<string, number>();
  #ms = AT_FIRST_MS;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  get ms(): number {
    return this.#ms;
  }

  wasInVain(): void {
    this.#ms = Math.max(this.#ms / 2, SHORTEST_MS);
  }

  /** Is told of those that went alone, and since when they had waited. */
  wentAlone(keys: Iterable<string>, sinceMs: number): void {
    if (this.#alone.size > ALONE_MAX) this.#alone.clear();
    for (const key of keys) this.#alone.set(key, sinceMs);
  }

  /** @returns whether the partner of this one went alone, as far as it is remembered. */
  cameLate(key: string, nowMs: number): boolean {
    const sinceMs = this.#alone.get(key);
    if (sinceMs === undefined) return false;
    this.#alone.delete(key);
    const neededMs = SPARE * (nowMs - sinceMs);
    if (neededMs <= this.#maxMs) this.#ms = Math.max(this.#ms, neededMs);
    return true;
  }
}
