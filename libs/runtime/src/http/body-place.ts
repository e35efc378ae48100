import type { AppError } from '@output-review/errors';

import type { SmallReserve } from './byte-budget.ts';

export interface BodyBudgetOptions {
  readonly bytesMax: number;
  /** How much of it one client may use. */
  readonly shareBytesMax: number;
  /** How long a body waits for room before it is refused. */
  readonly waitMsMax: number;
  /** Bodies that arrive more slowly lose their place to waiting ones. */
  readonly pace: Pace;
  /** Absent: no reserve. */
  readonly reserve?: SmallReserve;
}

export interface Pace {
  readonly bytesPerSecondMin: number;
  /** How far it may fall behind, at the start and later. */
  readonly graceMs: number;
}

export interface PlaceOptions {
  /** The maximum number of bytes to come. */
  readonly bytesMax: number;
  /** Identifiers of the sender; each has a share. */
  readonly clients: readonly string[];
  /** Called when the room goes to another body. */
  readonly onLost: (error: AppError) => void;
}

/** A body from its arrival until its request is answered. */
export interface BodyPlace {
  /**
   * Charges bytes that have arrived.
   *
   * @returns null if there is room. Otherwise stop reading until the promise resolves; it rejects with AppError
   *   UNAVAILABLE if there was no room in time.
   */
  take(bytes: number): Promise<void> | null;
  /** The body is complete: it cannot lose its place any more. */
  complete(): void;
  /** Gives everything back. Idempotent. */
  release(): void;
}

/** A part with limited room: the lane of small bodies, that of large ones, or the share of a client. */
export class Part {
  readonly bytesMax: number;
  readonly waiting = new Set<Place>();
  /** Bytes received and reserved. */
  bytesHeld = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }
}

class Share extends Part {
  readonly client: string;
  places = 0;

  constructor(client: string, bytesMax: number) {
    super(bytesMax);
    this.client = client;
  }
}

/** The shares of clients with bodies in flight. */
export class Shares {
  readonly #bytesMax: number;
  readonly #shares = new Map<string, Share>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Takes the shares for one more body of these clients. */
  take(clients: readonly string[]): Share[] {
    return clients.map((client) => {
      let share = this.#shares.get(client);
      if (!share) this.#shares.set(client, (share = new Share(client, this.#bytesMax)));
      share.places += 1;
      return share;
    });
  }

  giveBack(shares: readonly Share[]): void {
    for (const share of shares) {
      share.places -= 1;
      if (share.places === 0) this.#shares.delete(share.client);
    }
  }
}

export interface Wait {
  readonly part: Part;
  readonly sinceMs: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: () => void;
}

/** The state of a body. Only the budget changes it. */
export interface Place {
  readonly bytesMax: number;
  /** All parts that must have room for it. */
  readonly parts: readonly Part[];
  readonly shares: readonly Share[];
  readonly onLost: (error: AppError) => void;
  /** When it becomes slow if nothing arrives before. */
  slowFromMs: number;
  /** Its slot in the budget's list. */
  slot: number;
  state: 'arriving' | 'complete' | 'gone';
  bytesCharged: number;
  /** Of these, the bytes charged before it was admitted. */
  bytesBegun: number;
  /** Room reserved for the rest once it is admitted. */
  bytesPromised: number;
  wait: Wait | null;
}

export function bytesOf({ bytesCharged, bytesPromised }: Place): number {
  return bytesCharged + bytesPromised;
}

/** The first part without enough room or, if the body queues, with others waiting. */
export function findLacking({ parts }: Place, bytes: number, queuesUp: boolean): Part | null {
  for (const part of parts) {
    if (part.bytesHeld + bytes > part.bytesMax || (queuesUp && part.waiting.size > 0)) return part;
  }
  return null;
}

/** Whether it holds room while its data does not arrive. */
export function isSlow(place: Place, nowMs: number): boolean {
  return (
    place.state === 'arriving' &&
    place.wait === null &&
    bytesOf(place) > 0 &&
    place.slowFromMs <= nowMs
  );
}
