export interface TurnsDeps {
  /** Milliseconds of a clock that only runs forward, with fractions. */
  readonly readMs: () => number;
  /** Resolves when whoever else waits for the thread has had a turn. */
  readonly yieldTurn: () => Promise<void>;
}

// Accepting shares the thread in one process: its p99 goal of 50 ms has room for a few such turns.
const TURN_MS_MAX = 5;

/** Work that gives way to others every few milliseconds, however it is cut into pieces. */
export class Turns {
  readonly #deps: TurnsDeps;
  #beganMs: number;

  constructor(deps: TurnsDeps) {
    this.#deps = deps;
    this.#beganMs = deps.readMs();
  }

  readMs(): number {
    return this.#deps.readMs();
  }

  /** Takes steps until they come to a result, with the time that they themselves took. */
  async take<T>(
    steps: Generator<undefined, T, undefined>,
  ): Promise<{ readonly result: T; readonly ownMs: number }> {
    let ownMs = 0;
    for (;;) {
      const beganMs = this.readMs();
      const step = steps.next();
      const endedMs = this.readMs();
      ownMs += endedMs - beganMs;
      if (step.done) return { result: step.value, ownMs };
      const pause = this.pauseAt(endedMs);
      if (pause) await pause;
    }
  }

  /** @returns null where the turn goes on; else what to wait for before the next one. */
  pauseAt(nowMs: number): Promise<void> | null {
    return nowMs - this.#beganMs > TURN_MS_MAX ? this.#pause() : null;
  }

  async #pause(): Promise<void> {
    await this.#deps.yieldTurn();
    this.#beganMs = this.#deps.readMs();
  }
}
