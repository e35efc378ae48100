import { AppError } from '@output-review/errors';

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** Requests that wait for the same part of the budget. */
interface Lane {
  /** The maximum of all taken bytes when a request of this lane is admitted. */
  readonly bytesMax: number;
  readonly waiting: Set<Waiting>;
}

/** A part of a budget that is reserved for small requests. */
export interface SmallReserve {
  readonly bytes: number;
  /** The maximum size of a small request. */
  readonly smallBytesMax: number;
}

export interface ByteBudgetOptions {
  readonly bytesMax: number;
  /** How long a request waits for room before it is refused. If absent, only a signal ends the wait. */
  readonly waitMsMax?: number;
  /** Absent: no reserve. */
  readonly reserve?: SmallReserve;
}

/**
 * Bounds the memory for bytes whose number is known in advance. A request without room waits, first come, first served,
 * in a queue for small or for large requests.
 */
export class ByteBudget {
  readonly #waitMsMax: number | undefined;
  readonly #smallBytesMax: number;
  readonly #small: Lane;
  readonly #large: Lane;
  #bytesTaken = 0;

  constructor({ bytesMax, waitMsMax, reserve }: ByteBudgetOptions) {
    const { bytes = 0, smallBytesMax = 0 } = reserve ?? {};
    this.#waitMsMax = waitMsMax;
    this.#smallBytesMax = smallBytesMax;
    this.#small = { bytesMax, waiting: new Set() };
    this.#large = { bytesMax: bytesMax - bytes, waiting: new Set() };
  }

  get bytesTaken(): number {
    return this.#bytesTaken;
  }

  /**
   * Takes bytes. A request larger than its lane takes the whole lane.
   *
   * @param signal ends the wait for room.
   * @returns a function that gives the bytes back; idempotent.
   * @throws AppError UNAVAILABLE if there was no room in time; the reason of the signal.
   */
  async take(bytes: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const lane = bytes <= this.#smallBytesMax ? this.#small : this.#large;
    const taken = Math.min(bytes, lane.bytesMax);
    if (lane.waiting.size === 0 && this.#hasRoom(lane, taken)) this.#bytesTaken += taken;
    else await this.#waitForRoom(lane, taken, signal);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#bytesTaken -= taken;
      this.#admitWaiting();
    };
  }

  #waitForRoom(lane: Lane, bytes: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        lane.waiting.delete(waiting);
      };
      const giveUp = (reason: unknown): void => {
        stopWaiting();
        reject(reason);
        // The next request may fit where this one did not.
        this.#admitWaiting();
      };
      const waiting: Waiting = {
        bytes,
        admit: () => {
          stopWaiting();
          resolve();
        },
      };
      const abort = (): void => giveUp(signal?.reason);
      const refuse = (): void =>
        giveUp(
          new AppError('UNAVAILABLE', 'Too many large requests at once. Try again in a moment.'),
        );
      const timer = this.#waitMsMax === undefined ? undefined : setTimeout(refuse, this.#waitMsMax);
      signal?.addEventListener('abort', abort);
      lane.waiting.add(waiting);
    });
  }

  #admitWaiting(): void {
    this.#admitFrom(this.#small);
    this.#admitFrom(this.#large);
  }

  #admitFrom(lane: Lane): void {
    for (const waiting of lane.waiting) {
      if (!this.#hasRoom(lane, waiting.bytes)) return;
      // Charge here, not when the waiter resumes: others may ask in between.
      this.#bytesTaken += waiting.bytes;
      waiting.admit();
    }
  }

  #hasRoom({ bytesMax }: Lane, bytes: number): boolean {
    return this.#bytesTaken + bytes <= bytesMax;
  }
}
