/**
 * A sliding window of 60,000 ms a key: a slot taken at t counts for every instant from t up to, and
 * without, t + 60,000 ms. So any span of that length, its end excluded, holds at most the limit.
 *
 * Adapters: in memory, for a process that is alone; shared by many, in Redis or else in PostgreSQL.
 * One contract suite runs against each.
 */
export interface RateWindow {
  /**
   * Takes a slot of the key's window if there is one.
   *
   * @param limit slots in any 60,000 ms.
   * @returns the slot, or null where there is none. A refusal takes none.
   */
  take(key: string, limit: number): Promise<RateSlot | null>;
}

export interface RateSlot {
  /** To the millisecond, by the clock that counts: the times of slots keep the limit by themselves. */
  readonly takenAt: Date;
  /**
   * Which counting knows of it. It may have been replaced before the slot is used: whoever stores
   * something for a slot checks that in the same transaction. Null where there is only ever one.
   */
  readonly epoch: string | null;
}

/** A window that forgets when its process ends. */
export interface RefillableRateWindow extends RateWindow {
  /** Counts slots that were taken before a restart: times by key, in any order. */
  refill(key: string, takenAt: readonly Date[]): Promise<void>;
}

/** Any such span holds at most the limit. Source: the interface's table of limits. */
export const RATE_WINDOW_MS = 60_000;

/** One request for a slot, on its way to where slots are counted. */
export interface SlotRequest {
  readonly key: string;
  readonly limit: number;
  /** No other request has it. Asked for twice by the same name, a slot is taken once. */
  readonly member: string;
}

/** When each request's slot was taken, in the order of the requests; null where there was none. */
export type TakenSlots = readonly (Date | null)[];

/** What a key's window holds. */
export interface LiveSlots {
  readonly key: string;
  readonly takenAt: readonly Date[];
}

export type Counting = 'redis' | 'postgres';
