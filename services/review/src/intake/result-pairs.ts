import { outputKey, type OutputsSubmitted } from '@output-review/contracts';
import { within } from '@output-review/runtime';

import type { Result } from './intake.pure.ts';

/** Results that came before their submissions were stored. */
export interface Pairing {
  readonly results: ReadonlyMap<string, Result>;
  /** Tells whether the submissions were stored, and the results with them. */
  readonly settle: (isStored: boolean) => void;
}

/** Results that go their own way: at once, and those that turn out to have no other. */
export interface Unpaired {
  readonly now: readonly Result[];
  readonly later: Promise<readonly Result[]>;
}

// Below it there is no crowd, and being found at once is worth more than a write less.
const BATCH_TO_WAIT_WITH = 48;
// A submission is waited for by people: no longer than the evaluator takes for such a batch.
const RESULTS_WAIT_MS_MAX = 60;
// A result shows nothing before its submission does.
const SUBMISSIONS_WAIT_MS_MAX = 500;
// How many batches of results are in hand at once, each until the submissions that took them are stored.
export const RESULT_BATCHES_MAX = 2;
// Keys of what was stored without its result; forgetting one costs its result a wait.
const BARE_MAX = 20_000;

/**
 * Brings submissions and their results together before either is written. Under load both come
 * within milliseconds, and a row that is inserted with its result is not written a second time with
 * an entry in every index. It is a shortcut only: what finds no partner in time goes its own way.
 */
export class ResultPairs {
  // No sets: what these have outgrown would keep whole batches until the next full garbage collection (`SlotList`).
  #pairings: readonly OpenPairing[] = [];
  #offers: readonly Offer[] = [];
  readonly #bare = new Set<string>();

  /** Waits, where there is a crowd, until the newest of a batch has its result, or for too long. */
  async gather(batch: readonly OutputsSubmitted[]): Promise<Pairing> {
    const pairing = new OpenPairing(batch, (keys) => {
      this.#rememberBare(keys);
    });
    for (const offer of this.#offers) offer.giveTo(pairing);
    if (batch.length >= BATCH_TO_WAIT_WITH) {
      this.#pairings = [...this.#pairings, pairing];
      await within(RESULTS_WAIT_MS_MAX, pairing.complete);
      this.#pairings = this.#pairings.filter((open) => open !== pairing);
    }
    return pairing;
  }

  /** Offers results to the submissions that are about to be stored, and to those that come soon. */
  offer(batch: readonly Result[]): Unpaired {
    const now = batch.filter((result) => result.run !== 1 || this.#bare.delete(outputKey(result)));
    const gone = new Set(now);
    const offer = new Offer(batch.filter((result) => !gone.has(result)));
    for (const pairing of this.#pairings) offer.giveTo(pairing);
    return { now, later: this.#settle(offer, batch.length) };
  }

  async #settle(offer: Offer, batchLength: number): Promise<readonly Result[]> {
    if (batchLength >= BATCH_TO_WAIT_WITH) {
      this.#offers = [...this.#offers, offer];
      await within(SUBMISSIONS_WAIT_MS_MAX, offer.complete);
      this.#offers = this.#offers.filter((open) => open !== offer);
    }
    return offer.left();
  }

  #rememberBare(keys: Iterable<string>): void {
    if (this.#bare.size > BARE_MAX) this.#bare.clear();
    for (const key of keys) this.#bare.add(key);
  }
}

class OpenPairing implements Pairing {
  readonly results = new Map<string, Result>();
  /** Resolves when the newest submission has its result, or no more results can come before it is stored. */
  readonly complete: Promise<void>;
  readonly isStored: Promise<boolean>;
  readonly settle: (isStored: boolean) => void;
  readonly #missing: Set<string>;
  readonly #newest: string | null;
  #offersDone = 0;
  #finish: () => void = () => undefined;

  constructor(batch: readonly OutputsSubmitted[], onBare: (keys: Iterable<string>) => void) {
    const keys = batch.map(outputKey);
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
      if (isStored) onBare(this.#missing);
      tell(isStored);
    };
  }

  /** Takes the result of a submission of this batch, once. */
  take(key: string, result: Result): boolean {
    if (!this.#missing.delete(key)) return false;
    this.results.set(key, result);
    if (key === this.#newest) this.#finish();
    return true;
  }

  /** An offer has given all there is. When all are in hand the next comes only when this is stored. */
  goOn(): void {
    this.#offersDone += 1;
    if (this.#offersDone === RESULT_BATCHES_MAX) this.#finish();
  }
}

class Offer {
  /** Resolves when the newest result was taken: the others are older, and their submissions stored. */
  readonly complete: Promise<void>;
  readonly #open: Map<string, Result>;
  readonly #newest: string | null;
  readonly #taken: { readonly by: OpenPairing; readonly results: readonly Result[] }[] = [];
  #finish: () => void = () => undefined;

  constructor(batch: readonly Result[]) {
    this.#open = new Map(batch.map((result) => [outputKey(result), result]));
    this.#newest = [...this.#open.keys()].at(-1) ?? null;
    this.complete = new Promise((resolve) => {
      this.#finish = resolve;
      if (this.#newest === null) resolve();
    });
  }

  giveTo(pairing: OpenPairing): void {
    const taken = [...this.#open].filter(([key, result]) => pairing.take(key, result));
    if (taken.length === 0) return;
    for (const [key] of taken) this.#open.delete(key);
    this.#taken.push({ by: pairing, results: taken.map(([, result]) => result) });
    if (this.#newest === null || this.#open.has(this.#newest)) return;
    pairing.goOn();
    this.#finish();
  }

  /** What nobody took, and what was taken by a batch that was not stored. */
  async left(): Promise<readonly Result[]> {
    const left = [...this.#open.values()];
    for (const { by, results } of this.#taken) {
      if (!(await by.isStored)) left.push(...results);
    }
    return left;
  }
}
