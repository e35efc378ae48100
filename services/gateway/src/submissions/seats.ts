import type { AppError } from '@output-review/errors';

export interface SeatLimits {
  readonly perHolderMax: number;
  /** As many as there are holders for, where it is left out. */
  readonly perProcessMax?: number;
  /** What whoever finds none is told. */
  readonly refusal: () => AppError;
}

/** Counts what somebody may hold for long in this process, such as a connection: no holder has those of all others. */
export class Seats {
  readonly #limits: SeatLimits;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  /** How many are taken. */
  get count(): number {
    return this.#count;
  }

  /** @returns what gives it back. @throws the refusal where none is left. */
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
