import { outputKey, type OutputsSubmitted } from '@output-review/contracts';
import { within } from '@output-review/runtime';

import type { Result } from './intake.pure.ts';
import { Patience } from './patience.pure.ts';

/** Results that came before their submissions were stored. */
export interface Pairing {
  readonly results: ReadonlyMap<string, Result>;
  /** Tells whether the submissions were stored, and the results with them. */
  readonly settle: (isStored: boolean) => void;
}

/** What becomes of results that are offered. */
export interface Offered {
  /** Those that go their own way at once. */
  readonly now: readonly Result[];
  /** Those that turn out to have no other. */
  readonly left: Promise<readonly Result[]>;
  /** Resolves, after `left`, when all others are stored with their submissions; rejects where these were not stored. */
  readonly stored: Promise<void>;
}

// A submission is waited for by people. In a crowd a second write of each costs them more than the wait.
const RESULTS_WAIT_MS_MAX = 250;
const RESULTS_WAIT_MS_MAX_OF_FEW = 50;
const CROWD = 48;
// A result shows nothing before its submission does.
const SUBMISSIONS_WAIT_MS_MAX = 500;
// How many batches of results may wait for submissions at once.
export const RESULT_BATCHES_MAX = 2;
// Since when those have waited that no longer wait would bring together.
const NEVER_TO_BE_MET = -Infinity;

/**
 * Brings submissions and their results together before either is written. What exact rules say comes within
 * milliseconds, and a row that is inserted with its result is not written a second time with an entry in every index. It
 * is a shortcut only: what finds no partner in time goes its own way.
 */
export class ResultPairs {
  /** Of submissions that wait for results, or are being stored. */
  // No sets: what these have outgrown would keep whole batches until the next full garbage collection (`SlotList`).
  #pairings: readonly OpenPairing[] = [];
  #offers: readonly Offer[] = [];
  readonly #forResults = new Patience(RESULTS_WAIT_MS_MAX);
  readonly #forSubmissions = new Patience(SUBMISSIONS_WAIT_MS_MAX);

  /** Waits until the newest of a batch has its result, or for as long as results took of late. */
  async gather(batch: readonly OutputsSubmitted[]): Promise<Pairing> {
    const keys = batch.map(outputKey);
    const beganMs = performance.now();
    const pairing = new OpenPairing(keys, (isStored) => {
      this.#pairings = this.#pairings.filter((other) => other !== pairing);
      if (!isStored) this.#forResults.wentAlone(pairing.results.keys(), NEVER_TO_BE_MET);
    });
    for (const key of keys) this.#forSubmissions.cameLate(key, beganMs);
    for (const offer of this.#offers) offer.giveTo(pairing);
    this.#pairings = [...this.#pairings, pairing];
    this.#letGoOn();
    const maxMs = batch.length < CROWD ? RESULTS_WAIT_MS_MAX_OF_FEW : RESULTS_WAIT_MS_MAX;
    await within(Math.min(this.#forResults.ms, maxMs), pairing.complete);
    if (!pairing.isComplete) this.#forResults.wasInVain();
    this.#forResults.wentAlone(pairing.close(), beganMs);
    return pairing;
  }

  /** Offers results to the submissions that are about to be stored, and to those that come soon. */
  offer(batch: readonly Result[]): Offered {
    const nowMs = performance.now();
    const now = batch.filter(
      (result) => result.run !== 1 || this.#forResults.cameLate(outputKey(result), nowMs),
    );
    const gone = new Set(now);
    const offer = new Offer(batch.filter((result) => !gone.has(result)));
    for (const pairing of this.#pairings) offer.giveTo(pairing);
    const left = this.#waitFor(offer);
    const stored = left.then(() => offer.stored());
    // Who fails before it asks for this has nobody told.
    stored.catch(() => {});
    return { now, left, stored };
  }

  async #waitFor(offer: Offer): Promise<readonly Result[]> {
    if (offer.isComplete) return offer.left();
    const beganMs = performance.now();
    this.#offers = [...this.#offers, offer];
    this.#letGoOn();
    await within(this.#forSubmissions.ms, offer.complete);
    if (!offer.isComplete) this.#forSubmissions.wasInVain();
    this.#offers = this.#offers.filter((open) => open !== offer);
    const left = offer.left();
    this.#forSubmissions.wentAlone(left.map(outputKey), beganMs);
    return left;
  }

  /** Where all batches of results wait for submissions, no other comes before some are stored. */
  #letGoOn(): void {
    if (this.#offers.length < RESULT_BATCHES_MAX) return;
    for (const pairing of this.#pairings) pairing.goOn();
  }
}

class OpenPairing implements Pairing {
  readonly results = new Map<string, Result>();
  /** Resolves when the newest submission has its result, or no more results can come before it is stored. */
  readonly complete: Promise<void>;
  readonly isStored: Promise<boolean>;
  readonly settle: (isStored: boolean) => void;
  isComplete = false;
  readonly #missing: Set<string>;
  readonly #newest: string | null;
  #finish: () => void = () => undefined;

  constructor(keys: readonly string[], onSettled: (isStored: boolean) => void) {
    this.#missing = new Set(keys);
    this.#newest = keys.at(-1) ?? null;
    this.complete = new Promise((resolve) => {
      this.#finish = resolve;
    });
    let tell: (isStored: boolean) => void = () => undefined;
    this.isStored = new Promise((resolve) => {
      tell = resolve;
    });
    this.settle = (isStored) => {
      onSettled(isStored);
      tell(isStored);
    };
  }

  /** Takes the result of a submission of this batch. The first counts: a repeat has no effect once that is stored. */
  take(key: string, result: Result): boolean {
    if (this.results.has(key)) return true;
    if (!this.#missing.delete(key)) return false;
    this.results.set(key, result);
    if (key === this.#newest) this.goOn();
    return true;
  }

  /** Takes no further results. @returns the keys of those that are stored without. */
  close(): readonly string[] {
    const alone = [...this.#missing];
    this.#missing.clear();
    return alone;
  }

  goOn(): void {
    this.isComplete = true;
    this.#finish();
  }
}

class Offer {
  /** Resolves when the newest result was taken: the others are older, and their submissions stored. */
  readonly complete: Promise<void>;
  readonly #open: Map<string, Result>;
  readonly #newest: string | null;
  readonly #takers: OpenPairing[] = [];
  #finish: () => void = () => undefined;

  constructor(batch: readonly Result[]) {
    this.#open = new Map(batch.map((result) => [outputKey(result), result]));
    this.#newest = [...this.#open.keys()].at(-1) ?? null;
    this.complete = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get isComplete(): boolean {
    return this.#newest === null || !this.#open.has(this.#newest);
  }

  giveTo(pairing: OpenPairing): void {
    const taken = [...this.#open].filter(([key, result]) => pairing.take(key, result));
    if (taken.length === 0) return;
    for (const [key] of taken) this.#open.delete(key);
    this.#takers.push(pairing);
    if (this.isComplete) this.#finish();
  }

  /** What nobody took. */
  left(): readonly Result[] {
    return [...this.#open.values()];
  }

  async stored(): Promise<void> {
    for (const { isStored } of this.#takers) {
      if (!(await isStored)) throw new Error('The submissions of these results were not stored');
    }
  }
}
