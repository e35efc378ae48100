/** The time, as an argument: tests pass one that stands still or jumps. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clock of this machine, put right by another that is better known. */
export class CorrectedClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() - this.#aheadMs);
  }

  /** @param aheadMs how far the clock of this machine is ahead of the right time; negative where it is behind. */
  correct(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }
}
