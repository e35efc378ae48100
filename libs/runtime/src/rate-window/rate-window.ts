/**
 * A sliding window of 60,000 ms a key: a slot taken at t counts for every instant from t up to, and
 * without, t + 60,000 ms. So any span of that length, its end excluded, holds at most the limit.
 *
 * Adapters: in memory, Redis with PostgreSQL behind it. One contract suite runs against each.
 */
export interface RateWindow {
  /**
   * Takes a slot of the key's window if there is one.
   *
   * @param limit slots in any 60,000 ms.
   * @returns whether there was one. A refusal takes none.
   */
  take(key: string, limit: number): Promise<boolean>;
  /** Counts slots that were taken before a restart: times by key, in any order. */
  refill(key: string, takenAt: readonly Date[]): Promise<void>;
}

/** Any such span holds at most the limit. Source: the interface's table of limits. */
export const RATE_WINDOW_MS = 60_000;
