import { AppError } from '@output-review/errors';

import { SlotList } from '../base/slot-list.ts';
import {
  type BodyBudgetOptions,
  type BodyPlace,
  bytesOf,
  findLacking,
  isSlow,
  Part,
  type Place,
  type PlaceOptions,
  Shares,
  type Wait,
} from './body-place.ts';

// How much a body may receive before it is admitted, and the limit for all such bodies. Small, so that bodies that have
// only started leave room to admit the largest one.
const BEGUN_BYTES_MAX = 64_000;
const BEGUN_PART = 1 / 16;
const SLOW_CHECK_MS = 250;

/**
 * Bounds the memory for request bodies. Bytes are charged as they arrive. A body that has received 64 KB or is complete
 * must be admitted: it then has room reserved for the rest, so it never waits again and partially received bodies
 * cannot deadlock. While others wait, bodies that arrive too slowly lose their place, the largest first.
 */
export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #small: Part;
  readonly #large: Part;
  readonly #shares: Shares;
  readonly #places = new SlotList<Place>();
  #bytesCharged = 0;
  #bytesBegun = 0;
  #waiting = 0;
  #look: NodeJS.Timeout | undefined;

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
    this.#shares = new Shares(options.shareBytesMax);
    this.#small = new Part(options.bytesMax);
    this.#large = new Part(options.bytesMax - (options.reserve?.bytes ?? 0));
  }

  /** Received bytes of bodies that are not answered yet. */
  get bytesCharged(): number {
    return this.#bytesCharged;
  }

  /** Creates a place for a body, before any of it is read. */
  open({ bytesMax, clients, onLost }: PlaceOptions): BodyPlace {
    const { reserve, shareBytesMax } = this.#options;
    const lane = bytesMax <= (reserve?.smallBytesMax ?? 0) ? this.#small : this.#large;
    const shares = this.#shares.take(clients);
    const place: Place = {
      // A body larger than the whole budget is admitted alone.
      bytesMax: Math.min(bytesMax, lane.bytesMax, shareBytesMax),
      parts: [lane, ...shares],
      shares,
      onLost,
      slowFromMs: performance.now() + this.#options.pace.graceMs,
      slot: -1,
      state: 'arriving',
      bytesCharged: 0,
      bytesBegun: 0,
      bytesPromised: 0,
      wait: null,
    };
    place.slot = this.#places.add(place);
    return {
      take: (bytes) => this.#take(place, bytes),
      complete: () => this.#complete(place),
      release: () => this.#release(place),
    };
  }

  #take(place: Place, arrived: number): Promise<void> | null {
    const rest = place.bytesMax - place.bytesCharged;
    const bytes = Math.min(arrived, rest);
    if (bytes > place.bytesPromised) {
      if (bytes < rest && this.#takeBegun(place, bytes)) return null;
      const lacking = findLacking(place, rest, true);
      if (lacking) return this.#waitForTurn(place, { bytes, lacking });
      this.#giveTurn(place, rest);
    }
    this.#charge(place, bytes);
    return null;
  }

  /** Charges bytes before the body is admitted. */
  #takeBegun(place: Place, bytes: number): boolean {
    if (place.bytesBegun + bytes > BEGUN_BYTES_MAX) return false;
    if (this.#bytesBegun + bytes > this.#options.bytesMax * BEGUN_PART) return false;
    if (findLacking(place, bytes, false)) return false;
    this.#promise(place, bytes);
    this.#charge(place, bytes);
    place.bytesBegun += bytes;
    this.#bytesBegun += bytes;
    return true;
  }

  #giveTurn(place: Place, rest: number): void {
    this.#promise(place, rest);
    this.#leaveBegun(place);
  }

  #leaveBegun(place: Place): void {
    this.#bytesBegun -= place.bytesBegun;
    place.bytesBegun = 0;
  }

  #promise(place: Place, bytes: number): void {
    place.bytesPromised += bytes;
    this.#hold(place, bytes);
  }

  /** Charges bytes against the reservation. */
  #charge(place: Place, bytes: number): void {
    place.bytesPromised -= bytes;
    place.bytesCharged += bytes;
    this.#bytesCharged += bytes;
    const { bytesPerSecondMin, graceMs } = this.#options.pace;
    const slowFromMs = place.slowFromMs + (bytes * 1_000) / bytesPerSecondMin;
    // Earlier fast arrival is no credit for stalling later.
    place.slowFromMs = Math.min(slowFromMs, performance.now() + graceMs);
  }

  /** Both lanes count all bytes. A negative number gives bytes back. */
  #hold({ shares }: Place, bytes: number): void {
    this.#small.bytesHeld += bytes;
    this.#large.bytesHeld += bytes;
    for (const share of shares) share.bytesHeld += bytes;
  }

  #waitForTurn(
    place: Place,
    { bytes, lacking }: { readonly bytes: number; readonly lacking: Part },
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#release(place);
        reject(
          new AppError('UNAVAILABLE', 'Too many large requests at once. Try again in a moment.'),
        );
      }, this.#options.waitMsMax).unref();
      place.wait = {
        part: lacking,
        sinceMs: performance.now(),
        timer,
        resolve: () => {
          this.#charge(place, bytes);
          resolve();
        },
      };
      lacking.waiting.add(place);
      this.#waiting += 1;
      this.#watchSlow();
    });
  }

  #endWait(place: Place): Wait | null {
    const { wait } = place;
    if (!wait) return null;
    clearTimeout(wait.timer);
    wait.part.waiting.delete(place);
    place.wait = null;
    this.#waiting -= 1;
    if (this.#waiting === 0) {
      clearInterval(this.#look);
      this.#look = undefined;
    }
    return wait;
  }

  #complete(place: Place): void {
    if (place.state !== 'arriving') return;
    place.state = 'complete';
    this.#leaveBegun(place);
    if (place.bytesPromised === 0) return;
    // The length of the body was not declared.
    this.#hold(place, -place.bytesPromised);
    place.bytesPromised = 0;
    this.#admit(place);
  }

  #release(place: Place): void {
    if (place.state === 'gone') return;
    place.state = 'gone';
    this.#endWait(place);
    this.#places.delete(place.slot);
    this.#leaveBegun(place);
    this.#bytesCharged -= place.bytesCharged;
    this.#hold(place, -(place.bytesCharged + place.bytesPromised));
    this.#shares.giveBack(place.shares);
    this.#admit(place);
  }

  /** Admits bodies that waited for the room of a released place. */
  #admit({ shares }: Place): void {
    if (this.#waiting === 0) return;
    for (const part of [...shares, this.#small, this.#large]) this.#admitTo(part);
  }

  #admitTo(part: Part): void {
    for (const place of part.waiting) {
      const rest = place.bytesMax - place.bytesCharged;
      if (part.bytesHeld + rest > part.bytesMax) return;
      const lacking = findLacking(place, rest, false);
      if (lacking && place.wait) {
        // It has room in this part and now waits for another one.
        part.waiting.delete(place);
        lacking.waiting.add(place);
        place.wait = { ...place.wait, part: lacking };
        continue;
      }
      const wait = this.#endWait(place);
      if (!wait) continue;
      place.slowFromMs += performance.now() - wait.sinceMs;
      this.#giveTurn(place, rest);
      wait.resolve();
    }
  }

  // If this process stalled, read the data that arrived meanwhile first.
  #watchSlow(): void {
    if (this.#look) return;
    const look = (): void => void setImmediate(() => this.#evictSlow());
    this.#look = setInterval(look, SLOW_CHECK_MS).unref();
    look();
  }

  /** Runs while bodies wait for room that slow ones hold. */
  #evictSlow(): void {
    const nowMs = performance.now();
    const slow = [...this.#places].filter((place) => isSlow(place, nowMs));
    slow.sort((one, other) => bytesOf(other) - bytesOf(one));
    for (const place of slow) {
      const { shares } = place;
      const wanted = [this.#small, this.#large, ...shares].some(({ waiting }) => waiting.size > 0);
      if (!wanted) continue;
      this.#release(place);
      place.onLost(
        new AppError(
          'UNAVAILABLE',
          'The body arrived too slowly while other requests were waiting. Try again.',
        ),
      );
    }
  }
}
