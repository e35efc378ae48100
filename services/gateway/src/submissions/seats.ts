import type { AppError } from '@output-review/errors';

export interface SeatLimits {
  readonly perHolderMax: number;
  /** Unlimited if omitted. */
  readonly perProcessMax?: number;
  /** Creates the error if no seat is free. */
  readonly refusal: () => AppError;
}

/** Limits what a holder may occupy for long in this process, such as connections, so no holder can take all. */
export class Seats {
  readonly #limits: SeatLimits;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  /** The number of taken seats. */
  get count(): number {
    return this.#count;
  }

  /** @returns a function that gives the seat back. @throws the refusal if none is free. */
  take(holder: string): () => void {
    const { perHolderMax, perProcessMax = Infinity, refusal } = this.#limits;
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= perHolderMax || this.#count >= perProcessMax) throw refusal();
    this.#add(holder, 1);
    return () => this.#add(holder, -1);
  }

  #add(holder: string, by: 1 | -1): void {
    this.#count += by;
    const taken = (this.#taken.get(holder) ?? 0) + by;
    if (taken === 0) this.#taken.delete(holder);
    else this.#taken.set(holder, taken);
  }
}
