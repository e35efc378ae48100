/** The time, as an argument: tests pass one that stands still or jumps. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
