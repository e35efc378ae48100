import { AppError } from '@output-review/errors';

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

export interface ByteBudgetOptions {
  readonly bytesMax: number;
  /** How long somebody waits for room before it is refused. */
  readonly waitMsMax: number;
}

/**
 * Bounds the bytes that are in memory at once. Who finds no room waits, first come, first served,
 * with its body unread in the socket.
 */
export class ByteBudget {
  readonly #bytesMax: number;
  readonly #waitMsMax: number;
  readonly #waiting = new Set<Waiting>();
  #bytesTaken = 0;

  constructor({ bytesMax, waitMsMax }: ByteBudgetOptions) {
    this.#bytesMax = bytesMax;
    this.#waitMsMax = waitMsMax;
  }

  get bytesTaken(): number {
    return this.#bytesTaken;
  }

  /**
   * Takes bytes; more than the whole budget counts as the whole of it.
   *
   * @returns gives them back; calling it again does nothing.
   * @throws AppError UNAVAILABLE where there was no room in time.
   */
  async take(bytes: number): Promise<() => void> {
    const taken = Math.min(bytes, this.#bytesMax);
    if (this.#waiting.size === 0 && this.#hasRoom(taken)) this.#bytesTaken += taken;
    else await this.#waitForRoom(taken);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#bytesTaken -= taken;
      this.#admitWaiting();
    };
  }

  #waitForRoom(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new AppError('UNAVAILABLE', 'Too many large requests at once; try again.'));
        // The one behind may fit where this one did not.
        this.#admitWaiting();
      }, this.#waitMsMax);
      this.#waiting.add(waiting);
    });
  }

  #admitWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.bytes)) return;
      this.#waiting.delete(waiting);
      // Taken here, not when the waiter runs: others may ask in between.
      this.#bytesTaken += waiting.bytes;
      waiting.admit();
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#bytesTaken + bytes <= this.#bytesMax;
  }
}
