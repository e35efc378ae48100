/** Pseudorandom numbers that are the same in every run, from a linear congruential generator. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to just below the bound. */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from');
    return value;
  }

  /** A sequence of up to `piecesMax` pieces. */
  text(pieces: readonly string[], piecesMax: number): string {
    return Array.from({ length: this.below(piecesMax + 1) }, () => this.pick(pieces)).join('');
  }
}
