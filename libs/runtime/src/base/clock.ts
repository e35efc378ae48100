/** Supplies the current time. Tests pass a clock that stands still or jumps. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clock of this machine, corrected by a more reliable one. */
export class CorrectedClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() - this.#aheadMs);
  }

  /** @param aheadMs how far this machine's clock is ahead of the correct time; negative if it is behind. */
  correct(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }
}
