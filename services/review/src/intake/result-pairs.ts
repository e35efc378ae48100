import { outputKey, type OutputsSubmitted } from '@output-review/contracts';
import { within } from '@output-review/runtime';

import type { Result } from './intake.pure.ts';
import { AdaptiveWait } from './adaptive-wait.pure.ts';

/** The results that arrived before their submissions were stored. */
export interface Pairing {
  readonly results: ReadonlyMap<string, Result>;
  /** Reports whether the submissions and these results were stored. */
  readonly settle: (isStored: boolean) => void;
}

/** What happens to offered results. */
export interface Offered {
  /** Results to apply on their own at once. */
  readonly now: readonly Result[];
  /** Resolves with the results that found no submission in time. */
  readonly left: Promise<readonly Result[]>;
  /** Resolves after `left`, once the other results are stored with their submissions. Rejects if storing them fails. */
  readonly stored: Promise<void>;
}

// People wait for submissions to show up. Under load, a second write per output delays them more than the wait does.
const RESULTS_WAIT_MS_MAX = 250;
const RESULTS_WAIT_MS_MAX_SMALL_BATCH = 50;
const LARGE_BATCH = 48;
// A longer wait delays no reader: a result is invisible until its submission is stored.
const SUBMISSIONS_WAIT_MS_MAX = 500;
// Batches of results that may wait for submissions at once.
export const RESULT_BATCHES_MAX = 2;
// Wait start of results that no longer wait could have paired: their partners do not extend the wait.
const BEYOND_ANY_WAIT_MS = -Infinity;

/**
 * Pairs submissions with their results before either is written. Results of exact rules arrive within milliseconds. A
 * row inserted with its result needs no second write, which would add an entry to every index. This is an optimization
 * only: a submission or result without a partner in time is written on its own.
 */
export class ResultPairs {
  /** Submissions that wait for results or are being stored. */
  // Arrays, not sets: the old table of a resized set would retain whole batches until the next full garbage collection
  // (`SlotList`).
  #pairings: readonly OpenPairing[] = [];
  #offers: readonly Offer[] = [];
  readonly #forResults = new AdaptiveWait(RESULTS_WAIT_MS_MAX);
  readonly #forSubmissions = new AdaptiveWait(SUBMISSIONS_WAIT_MS_MAX);

  /** Waits until the newest submission of a batch has its result, or until the adaptive wait times out. */
  async gather(batch: readonly OutputsSubmitted[]): Promise<Pairing> {
    const keys = batch.map(outputKey);
    const beganMs = performance.now();
    const pairing = new OpenPairing(keys, (isStored) => {
      this.#pairings = this.#pairings.filter((other) => other !== pairing);
      if (!isStored) this.#forResults.addUnpaired(pairing.results.keys(), BEYOND_ANY_WAIT_MS);
    });
    for (const key of keys) this.#forSubmissions.cameLate(key, beganMs);
    for (const offer of this.#offers) offer.offerTo(pairing);
    this.#pairings = [...this.#pairings, pairing];
    this.#releaseSubmissions();
    const maxMs =
      batch.length < LARGE_BATCH ? RESULTS_WAIT_MS_MAX_SMALL_BATCH : RESULTS_WAIT_MS_MAX;
    await within(Math.min(this.#forResults.ms, maxMs), pairing.complete);
    if (!pairing.isComplete) this.#forResults.timedOut();
    this.#forResults.addUnpaired(pairing.close(), beganMs);
    return pairing;
  }

  /** Offers results to submissions that are about to be stored and to those that arrive soon. */
  offer(batch: readonly Result[]): Offered {
    const nowMs = performance.now();
    const now = batch.filter(
      (result) => result.run !== 1 || this.#forResults.cameLate(outputKey(result), nowMs),
    );
    const gone = new Set(now);
    const offer = new Offer(batch.filter((result) => !gone.has(result)));
    for (const pairing of this.#pairings) offer.offerTo(pairing);
    const left = this.#waitFor(offer);
    const stored = left.then(() => offer.stored());
    // A caller that fails before it awaits `stored` must not cause an unhandled rejection.
    stored.catch(() => {});
    return { now, left, stored };
  }

  async #waitFor(offer: Offer): Promise<readonly Result[]> {
    if (offer.isComplete) return offer.left();
    const beganMs = performance.now();
    this.#offers = [...this.#offers, offer];
    this.#releaseSubmissions();
    await within(this.#forSubmissions.ms, offer.complete);
    if (!offer.isComplete) this.#forSubmissions.timedOut();
    this.#offers = this.#offers.filter((open) => open !== offer);
    const left = offer.left();
    this.#forSubmissions.addUnpaired(left.map(outputKey), beganMs);
    return left;
  }

  /** Stops submissions from waiting once all result batches wait: no further result arrives before some are stored. */
  #releaseSubmissions(): void {
    if (this.#offers.length < RESULT_BATCHES_MAX) return;
    for (const pairing of this.#pairings) pairing.stopWaiting();
  }
}

class OpenPairing implements Pairing {
  readonly results = new Map<string, Result>();
  /** Resolves once the newest submission has its result, or no more results can arrive before it is stored. */
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
    let resolveStored: (isStored: boolean) => void = () => undefined;
    this.isStored = new Promise((resolve) => {
      resolveStored = resolve;
    });
    this.settle = (isStored) => {
      onSettled(isStored);
      resolveStored(isStored);
    };
  }

  /** Takes the result of a submission of this batch. The first wins: a duplicate has no effect once that is stored. */
  take(key: string, result: Result): boolean {
    if (this.results.has(key)) return true;
    if (!this.#missing.delete(key)) return false;
    this.results.set(key, result);
    if (key === this.#newest) this.stopWaiting();
    return true;
  }

  /** Takes no further results. @returns the keys of submissions to store without a result. */
  close(): readonly string[] {
    const unpaired = [...this.#missing];
    this.#missing.clear();
    return unpaired;
  }

  stopWaiting(): void {
    this.isComplete = true;
    this.#finish();
  }
}

class Offer {
  /** Resolves once the newest result is taken: the submissions of older results are stored by then. */
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

  offerTo(pairing: OpenPairing): void {
    const taken = [...this.#open].filter(([key, result]) => pairing.take(key, result));
    if (taken.length === 0) return;
    for (const [key] of taken) this.#open.delete(key);
    this.#takers.push(pairing);
    if (this.isComplete) this.#finish();
  }

  /** The results that no submission took. */
  left(): readonly Result[] {
    return [...this.#open.values()];
  }

  async stored(): Promise<void> {
    for (const { isStored } of this.#takers) {
      if (!(await isStored)) throw new Error('The submissions of these results were not stored');
    }
  }
}
