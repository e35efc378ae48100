interface Limited {
  /** On the clock of `performance.now`. Work that can wait does not call the model until then. */
  readonly heldUntilMs: number;
  /** When it last answered since it was first limited; null if it has not. */
  readonly answeredAtMs: number | null;
}

// Somebody who enters another key or raises the limit wants to see it used within a minute.
const HELD_MS_MAX = 60_000;
// A workspace may name any number of models. One that is forgotten limits the next call again.
const LIMITED_MAX = 10_000;

/**
 * Tracks models that rate limit a key, one per lane: until when to delay jobs, so that not each of them spends a call
 * on another 429, and whether the model answers other calls meanwhile.
 */
export class RateLimits {
  readonly #limited = new Map<string, Limited>();

  /** Records a rate limit, with its Retry-After if there was one. A longer earlier one still applies. */
  limited(lane: string, retryAfterMs: number | null): void {
    if (this.#limited.size > LIMITED_MAX) this.#limited.clear();
    const { answeredAtMs = null, heldUntilMs = 0 } = this.#limited.get(lane) ?? {};
    const untilMs = performance.now() + Math.min(retryAfterMs ?? 0, HELD_MS_MAX);
    this.#limited.set(lane, { heldUntilMs: Math.max(heldUntilMs, untilMs), answeredAtMs });
  }

  /** Records an answer. An earlier Retry-After still applies. */
  answered(lane: string): void {
    const limited = this.#limited.get(lane);
    if (limited) this.#limited.set(lane, { ...limited, answeredAtMs: performance.now() });
  }

  /** How much longer not to call it. */
  heldForMs(lane: string): number {
    return Math.max(0, (this.#limited.get(lane)?.heldUntilMs ?? 0) - performance.now());
  }

  /** Time since it last answered a call; null if unknown. */
  silentForMs(lane: string): number | null {
    const answeredAtMs = this.#limited.get(lane)?.answeredAtMs ?? null;
    return answeredAtMs === null ? null : performance.now() - answeredAtMs;
  }
}
