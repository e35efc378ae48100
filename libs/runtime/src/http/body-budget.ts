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

// What a body may bring before its turn, and what all of them may hold so: a small part, so that
// bodies which have begun leave room for the turn of the largest.
const BEGUN_BYTES_MAX = 64_000;
const BEGUN_PART = 1 / 16;
const LOOK_AGAIN_MS = 250;

/**
 * Bounds the bytes of bodies that are in memory at once. They are charged as they come. A body that
 * has brought 64 KB, or comes to its end, needs its turn: room for the rest of it, which it is
 * promised, so that it never waits again and bodies which are half there cannot block each other.
 * Where somebody waits, whoever comes too slowly loses its place, the one with the most room first.
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

  /** What has come, of bodies that are not answered yet. */
  get bytesCharged(): number {
    return this.#bytesCharged;
  }

  /** Makes a place for a body, before a byte of it is read. */
  open({ bytesMax, clients, onLost }: PlaceOptions): BodyPlace {
    const { reserve, shareBytesMax } = this.#options;
    const lane = bytesMax <= (reserve?.smallBytesMax ?? 0) ? this.#small : this.#large;
    const shares = this.#shares.take(clients);
    const place: Place = {
      // A body that is larger than all that there is comes in alone.
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

  /** Without its turn, as one that has only begun. */
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

  /** Out of what it is promised. */
  #charge(place: Place, bytes: number): void {
    place.bytesPromised -= bytes;
    place.bytesCharged += bytes;
    this.#bytesCharged += bytes;
    const { bytesPerSecondMin, graceMs } = this.#options.pace;
    const slowFromMs = place.slowFromMs + (bytes * 1_000) / bytesPerSecondMin;
    // What came quickly before is no leave to stand still now.
    place.slowFromMs = Math.min(slowFromMs, performance.now() + graceMs);
  }

  /** Both lanes count all; what is less than 0 is given back. */
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
      this.#lookForSlow();
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
    // A body whose length nobody had said.
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

  /** Lets those in who waited for what a place has given back. */
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
        // It has room in this part, and waits for another now.
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

  // Where this process stood still, what has come meanwhile is read first.
  #lookForSlow(): void {
    if (this.#look) return;
    const look = (): void => void setImmediate(() => this.#loseSlow());
    this.#look = setInterval(look, LOOK_AGAIN_MS).unref();
    look();
  }

  /** As long as somebody waits for room that a slow body has. */
  #loseSlow(): void {
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
