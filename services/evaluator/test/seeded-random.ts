import { makeRandomNumbers } from '@output-review/runtime/testing';

/** Random choices that are the same in every run. */
export class SeededRandom {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = makeRandomNumbers(seed);
  }

  /** A whole number from 0 to just below the bound. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
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
