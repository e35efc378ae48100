export interface WorkGaugeOptions {
  /** So much work at once is a crowd. */
  readonly overloadThreshold: number;
}

// Callers that are answered together come back together; between two such waves there is a moment
// without any, which is no calm.
const CALM_AFTER_MS = 100;

/** Tells whether callers crowd, so that work which can wait gives way to them. */
export class WorkGauge {
  readonly #overloadThreshold: number;
  #underWay = 0;
  #crowdedAt = -Infinity;

  constructor({ overloadThreshold }: WorkGaugeOptions) {
    this.#overloadThreshold = overloadThreshold;
  }

  /** Whether there is a crowd, or was one a moment ago. */
  isCrowded(): boolean {
    return performance.now() - this.#crowdedAt < CALM_AFTER_MS;
  }

  /** Runs the work and counts it meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    if (this.#underWay >= this.#overloadThreshold) this.#crowdedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}
