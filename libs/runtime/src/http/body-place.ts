import type { AppError } from '@output-review/errors';

import type { SmallReserve } from './byte-budget.ts';

export interface BodyBudgetOptions {
  readonly bytesMax: number;
  /** How much of it the bodies of one client may have. */
  readonly shareBytesMax: number;
  /** How long a body waits for room before it is refused. */
  readonly waitMsMax: number;
  /** Bodies that come slower than this lose their place to those that wait. */
  readonly pace: Pace;
  /** None where it is absent. */
  readonly reserve?: SmallReserve;
}

export interface Pace {
  readonly bytesPerSecondMin: number;
  /** How long it may fall behind, at its begin and later. */
  readonly graceMs: number;
}

export interface PlaceOptions {
  /** What is to come at most. */
  readonly bytesMax: number;
  /** What the sender is known by; each has a share. */
  readonly clients: readonly string[];
  /** Told where somebody else is given the room. */
  readonly onLost: (error: AppError) => void;
}

/** A body on its way in, and until its request is answered. */
export interface BodyPlace {
  /**
   * Charges bytes that have come.
   *
   * @returns null where there is room. Else nothing more is to be read until the promise resolves; it
   *   rejects with AppError UNAVAILABLE where there was no room in time.
   */
  take(bytes: number): Promise<void> | null;
  /** All has come: it cannot lose its place any more. */
  complete(): void;
  /** Gives everything back; calling it again does nothing. */
  release(): void;
}

/** What has bounded room: the lane of small bodies, that of large ones, the share of a client. */
export class Part {
  readonly bytesMax: number;
  readonly waiting = new Set<Place>();
  /** What has come, and what is promised. */
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

/** The shares of those whose bodies are in flight. */
export class Shares {
  readonly #bytesMax: number;
  readonly #shares = new Map<string, Share>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Of one more body of them. */
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

/** Of a body; the budget alone changes it. */
export interface Place {
  readonly bytesMax: number;
  /** All that must have room for it. */
  readonly parts: readonly Part[];
  readonly shares: readonly Share[];
  readonly onLost: (error: AppError) => void;
  /** From when on it is slow, if nothing comes until then. */
  slowFromMs: number;
  /** Where the budget keeps it. */
  slot: number;
  state: 'arriving' | 'complete' | 'gone';
  bytesCharged: number;
  /** Of these, what was charged before its turn. */
  bytesBegun: number;
  /** Room for the rest, from its turn on. */
  bytesPromised: number;
  wait: Wait | null;
}

export function bytesOf({ bytesCharged, bytesPromised }: Place): number {
  return bytesCharged + bytesPromised;
}

/** The first part that has no room for so much, or, where it queues up, in which others wait. */
export function findLacking({ parts }: Place, bytes: number, queuesUp: boolean): Part | null {
  for (const part of parts) {
    if (part.bytesHeld + bytes > part.bytesMax || (queuesUp && part.waiting.size > 0)) return part;
  }
  return null;
}

/** Whether it holds room, and what is to come does not come. */
export function isSlow(place: Place, nowMs: number): boolean {
  return (
    place.state === 'arriving' &&
    place.wait === null &&
    bytesOf(place) > 0 &&
    place.slowFromMs <= nowMs
  );
}
