import { TooCostly } from '../domain/too-costly.ts';

// One is about a subschema applied to a value: some 0.2 µs, with the making of an error. So a check
// takes the thread for a fraction of a second at the worst, and an honest one never comes near.
const EFFORT_MAX = 1_000_000;
// With patterns at their worst it is some 50 ms.
const HASTY_EFFORT_MAX = 10_000;

/**
 * What a check may cost. A schema can ask for a time that doubles with each of its lines, or that
 * grows with the square of the document; each application of it is counted, and too many end it.
 */
export class Effort {
  #left = EFFORT_MAX;

  /** Begins a check. */
  renew(isHasty: boolean): void {
    this.#left = isHasty ? HASTY_EFFORT_MAX : EFFORT_MAX;
  }

  /** @throws TooCostly where there is none left. */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0)
      throw new TooCostly('checking this output against the schema takes too long');
  }
}
