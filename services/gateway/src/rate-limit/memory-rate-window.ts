import type { Clock } from '@output-review/runtime';

import { RATE_WINDOW_MS, type RateSlot, type RefillableRateWindow } from './rate-window.ts';

/**
 * The window of a single process: the times of taken slots, by key. Exact: a slot taken at t counts from t until just
 * before t + 60,000 ms. Keys that are idle for a window are evicted, so memory is bounded by the requests of the last
 * two windows.
 */
export class MemoryRateWindow implements RefillableRateWindow {
  readonly #clock: Clock;
  /** Ascending times, in ms. */
  readonly #taken = new Map<string, number[]>();
  /** A monotonic time: a clock that is set back neither frees a slot nor holds one longer. */
  #nowMs = 0;
  #clockMs: number;
  #evictAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#clockMs = clock.now().getTime();
  }

  async take(key: string, limit: number): Promise<RateSlot | null> {
    const nowMs = this.#advance();
    const live = this.#live(key, nowMs);
    const isFree = live.length < limit;
    if (isFree) live.push(nowMs);
    if (live.length > 0) this.#taken.set(key, live);
    return isFree ? { takenAt: new Date(this.#clockMs), epoch: null } : null;
  }

  async refill(key: string, takenAt: readonly Date[]): Promise<void> {
    const nowMs = this.#advance();
    // A slot that another clock put in the future counts from now. Otherwise it would count for too long.
    const times = takenAt.map((at) => nowMs - Math.max(0, this.#clockMs - at.getTime()));
    const all = [...this.#live(key, nowMs), ...times].filter((at) => at > nowMs - RATE_WINDOW_MS);
    if (all.length > 0) {
      this.#taken.set(
        key,
        all.sort((one, other) => one - other),
      );
    }
  }

  /** The number of keys in memory. */
  get size(): number {
    return this.#taken.size;
  }

  #advance(): number {
    const clockMs = this.#clock.now().getTime();
    this.#nowMs += Math.max(0, clockMs - this.#clockMs);
    this.#clockMs = clockMs;
    if (this.#nowMs >= this.#evictAtMs) this.#evictIdle();
    return this.#nowMs;
  }

  #live(key: string, nowMs: number): number[] {
    const times = this.#taken.get(key) ?? [];
    const firstLive = times.findIndex((at) => at > nowMs - RATE_WINDOW_MS);
    if (firstLive === 0) return times;
    return firstLive === -1 ? [] : times.slice(firstLive);
  }

  #evictIdle(): void {
    this.#evictAtMs = this.#nowMs + RATE_WINDOW_MS;
    for (const [key, times] of this.#taken) {
      const last = times.at(-1);
      if (last === undefined || last <= this.#nowMs - RATE_WINDOW_MS) this.#taken.delete(key);
    }
  }
}
