import { AppError } from '@output-review/errors';

export interface SeatLimits {
  /** For all holders together. */
  readonly perProcess: number;
  readonly retryAfterSeconds: number;
  /** The message of a refusal because of the limit of a holder, and because of that of the process. */
  readonly tooMany: string;
  readonly full: string;
}

/** Limits what is open at once in this process, so that no one takes all slots. */
export class Seats {
  readonly #limits: SeatLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  /**
   * @param holders those to whom it counts, each with its maximum.
   * @returns a function that releases it. @throws AppError RATE_LIMITED, or UNAVAILABLE if there is none left.
   */
  take(holders: Readonly<Record<string, number>>): () => void {
    const { perProcess, retryAfterSeconds, tooMany, full } = this.#limits;
    const isOver = Object.entries(holders).some(([name, max]) => this.#countOf(name) >= max);
    if (isOver) throw new AppError('RATE_LIMITED', tooMany, { retryAfterSeconds });
    if (this.#all >= perProcess) throw new AppError('UNAVAILABLE', full, { retryAfterSeconds });
    this.#add(Object.keys(holders), 1);
    return () => this.#add(Object.keys(holders), -1);
  }

  #countOf(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  #add(names: readonly string[], by: 1 | -1): void {
    this.#all += by;
    for (const name of names) {
      const count = this.#countOf(name) + by;
      if (count === 0) this.#taken.delete(name);
      else this.#taken.set(name, count);
    }
  }
}
