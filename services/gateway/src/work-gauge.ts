export interface WorkGaugeOptions {
  /** The amount of concurrent work that counts as overload. */
  readonly overloadThreshold: number;
}

// Callers that are answered together come back together. The short gap between two such waves does not count as calm.
const CALM_AFTER_MS = 100;

/** Detects overload, so that deferrable work can give way to callers. */
export class WorkGauge {
  readonly #overloadThreshold: number;
  #inProgress = 0;
  #overloadedAt = -Infinity;

  constructor({ overloadThreshold }: WorkGaugeOptions) {
    this.#overloadThreshold = overloadThreshold;
  }

  /** Whether there is overload, or was a moment ago. */
  isCrowded(): boolean {
    return performance.now() - this.#overloadedAt < CALM_AFTER_MS;
  }

  /** Runs the work and counts it while it is in progress. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#inProgress += 1;
    if (this.#inProgress >= this.#overloadThreshold) this.#overloadedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#inProgress -= 1;
    }
  }
}
