interface Limited {
  /** On the clock of `readMs`; what can be put off is not asked until then. */
  readonly heldUntilMs: number;
  /** When it last answered since it was first limited; null where it has not. */
  readonly answeredAtMs: number | null;
}

// Whoever enters another key, or raises the limit, wants to see it used within a minute.
const HELD_MS_MAX = 60_000;

/**
 * What is known of models that limit the rate of a key, one a lane: until when to put off jobs, so that not each of many
 * spends a call on hearing it again, and whether it answers others meanwhile.
 */
export class RateLimits {
  readonly #readMs: () => number;
  readonly #limited = new Map<string, Limited>();

  constructor({ readMs }: { readonly readMs: () => number }) {
    this.#readMs = readMs;
  }

  /** It asked to wait, where it said how long; what it asked of others before still holds. */
  limited(lane: string, retryAfterMs: number | null): void {
    const { answeredAtMs = null, heldUntilMs = 0 } = this.#limited.get(lane) ?? {};
    const untilMs = this.#readMs() + Math.min(retryAfterMs ?? 0, HELD_MS_MAX);
    this.#limited.set(lane, { heldUntilMs: Math.max(heldUntilMs, untilMs), answeredAtMs });
  }

  /** It answered somebody; what it asked of others before still holds. */
  answered(lane: string): void {
    const limited = this.#limited.get(lane);
    if (limited) this.#limited.set(lane, { ...limited, answeredAtMs: this.#readMs() });
  }

  /** How long it is not to be asked. */
  heldForMs(lane: string): number {
    return Math.max(0, (this.#limited.get(lane)?.heldUntilMs ?? 0) - this.#readMs());
  }

  /** How long ago it last answered somebody; null where that is not known. */
  silentForMs(lane: string): number | null {
    const answeredAtMs = this.#limited.get(lane)?.answeredAtMs ?? null;
    return answeredAtMs === null ? null : this.#readMs() - answeredAtMs;
  }
}
