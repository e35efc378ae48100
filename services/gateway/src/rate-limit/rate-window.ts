/**
 * A sliding window of 60,000 ms per key: a slot taken at t counts from t until just before t + 60,000 ms. So any span
 * of that length, excluding its end, holds at most the limit.
 *
 * Adapters: in memory, for a single process; shared by several processes, in Redis or PostgreSQL. One contract suite
 * runs against each.
 */
export interface RateWindow {
  /**
   * Takes a slot of the key's window if one is free.
   *
   * @param limit slots in any 60,000 ms.
   * @returns the slot, or null if none is free. A refusal takes none.
   */
  take(key: string, limit: number): Promise<RateSlot | null>;
}

export interface RateSlot {
  /** In milliseconds, by the clock that counts: the times of slots alone keep the limit. */
  readonly takenAt: Date;
  /**
   * The epoch under which it was counted. The epoch may end before the slot is used, so the transaction that stores
   * something for a slot must check it. Null if there is only one epoch.
   */
  readonly epoch: string | null;
}

/** A window that loses its counts when its process ends. */
export interface RefillableRateWindow extends RateWindow {
  /** Counts slots taken before a restart: times by key, in any order. */
  refill(key: string, takenAt: readonly Date[]): Promise<void>;
}

/** Any span of this length holds at most the limit. Source: the interface's table of limits. */
export const RATE_WINDOW_MS = 60_000;

/** A request for a slot. */
export interface SlotRequest {
  readonly key: string;
  readonly limit: number;
  /** Unique per request. A retry with the same member takes the slot only once. */
  readonly member: string;
}

/** When the slot of each request was taken, in the order of the requests; null if none was free. */
export type TakenSlots = readonly (Date | null)[];

/** The slots in the window of a key. */
export interface LiveSlots {
  readonly key: string;
  readonly takenAt: readonly Date[];
}

export type Counting = 'redis' | 'postgres';
