import {
  outputKey,
  type OutputsShadowEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import {
  type Clock,
  type Database,
  type Encryptor,
  isTransientError,
  type PendingEffect,
  textArray,
  type Transaction,
} from '@output-review/runtime';
import type { DrawSample, JobHandles } from '@output-review/shared-kernel';

import { assignRouted } from '../assignments/routing.ts';
import type { RoutedRow } from '../assignments/routing.sql.ts';
import { CallbackDestinations } from '../destinations/callbacks.ts';
import { type FannedOut, fanOut } from '../destinations/fan-out.sql.ts';
import { supersedeCalls } from '../destinations/notify.sql.ts';
import { COUNT_SLOTS, FreeSlots } from '../outputs/counts.sql.ts';
import { type OutputKey, verdictOf } from '../outputs/output.pure.ts';
import { type SearchTerms, termsOf } from '../outputs/search-terms.ts';
import { writeAppliedRules } from './applied-rules.ts';
import { failedVersionsOf, ruleApprovalsOf, submissionColumns } from './columns.ts';
import { APPLY_EVALUATIONS, streamDecided } from './evaluations.sql.ts';
import { firstOfEach, type Result, withoutRepeats } from './intake.pure.ts';
import { Names } from './names.ts';
import { ResultPairs } from './result-pairs.ts';
import { NumberedSets, OUTCOME_SETS, RULE_SETS, SHADOW_SETS } from './numbered-sets.ts';
import { markSamples, type RatedRow } from './samples.sql.ts';
import { applyShadows } from './shadow.sql.ts';
import { keepSubmittedApprovals, REOPEN_SET_ASIDE, STORE_SUBMISSIONS } from './submissions.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  /** Decrypts callback URLs, and encrypts the secrets that sign callbacks. */
  readonly encryptor: Encryptor;
  /** Shared with the editing of details: one cache of known terms per process. */
  readonly terms: SearchTerms;
  readonly drawSample: DrawSample;
  readonly jobs: JobHandles<'tailEvents' | 'sendDeliveries'>;
}

/** Applies events to outputs. Each is idempotent and independent of the order of the others. */
export class Intake {
  readonly #deps: Deps;
  readonly #callbacks: CallbackDestinations;
  readonly #names = new Names();
  readonly #ruleSets = new NumberedSets(RULE_SETS);
  readonly #outcomeSets = new NumberedSets(OUTCOME_SETS);
  readonly #shadowSets = new NumberedSets(SHADOW_SETS);
  readonly #pairs = new ResultPairs();
  readonly #slots = {
    submissions: new FreeSlots(COUNT_SLOTS.submissions),
    evaluations: new FreeSlots(COUNT_SLOTS.evaluations),
  };

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#callbacks = new CallbackDestinations(deps);
  }

  /** Stores submissions. Leaves stored or deleted outputs unchanged. */
  async applySubmissions(batch: readonly OutputsSubmitted[]): Promise<void> {
    const submissions = firstOfEach(batch);
    if (submissions.length === 0) return;
    const pairing = await this.#pairs.gather(submissions);
    try {
      await this.#storeWithResults(submissions, pairing.results);
      pairing.settle(true);
    } catch (error) {
      pairing.settle(false);
      if (pairing.results.size === 0 || isTransientError(error)) throw error;
      // A result may be the cause, and results are redelivered. Do not refuse submissions for it.
      await this.#storeWithResults(submissions, NO_RESULTS);
    }
  }

  /** Applies events that the gateway sends directly because a caller waits. */
  async applyNow(batch: Submissions, results: readonly Result[]): Promise<void> {
    const submissions = firstOfEach(batch);
    const firstRuns = results.filter(({ run }) => run === 1);
    const first = new Map(firstRuns.map((result) => [outputKey(result), result]));
    const isStored = submissions.length > 0;
    if (isStored) await this.#storeWithResults(submissions, first);
    const left = results.filter((result) => !isStored || first.get(outputKey(result)) !== result);
    for (const round of withoutRepeats(left)) await this.#applySeparately(round);
  }

  /**
   * Results of outputs whose row existed are applied in a transaction of their own: writers count in the order of one
   * statement, so a second one in the same transaction could deadlock.
   */
  async #storeWithResults(submissions: Submissions, results: Results): Promise<void> {
    const withResult = await this.#slots.submissions.during((slot) =>
      this.#storeIn(slot, submissions, results),
    );
    const left = [...results].filter(([key]) => !withResult.has(key));
    await this.#applySeparately(left.map(([, result]) => result));
  }

  /** @returns the keys of the outputs that were stored with their results. */
  async #storeIn(
    slot: number,
    submissions: Submissions,
    results: Results,
  ): Promise<Stored['withResult']> {
    const { done, committed } = await this.#deps.db.transaction(async (tx) => {
      const addTerms = await this.#deps.terms.enter(tx);
      const cacheNames = await this.#names.remember(tx, submissions);
      const cacheCallbacks = await this.#callbacks.remember(tx, submissions);
      const cacheSets = await this.#rememberSets(tx, [...results.values()]);
      const { stored, withResult, events, recovered } = await this.#store(tx, {
        ...{ submissions, results, slot },
      });
      // A duplicate of a deleted output must not make its terms searchable again.
      const cacheTerms = await addTerms(termsOf(stored));
      const wake = await this.#notify(tx, events, recovered);
      const afterCommit = [cacheTerms, cacheNames, cacheCallbacks, cacheSets, wake];
      return { done: withResult, committed: afterCommit };
    });
    for (const afterCommit of committed) afterCommit();
    return done;
  }

  async #store(tx: Transaction, { submissions, results, slot }: Storing): Promise<Stored> {
    const stored = await this.#insert(tx, { submissions, results, slot });
    const withResult = new Set(stored.filter(({ isNew }) => isNew).map(outputKey));
    const events = eventsOf(stored);
    if (stored.length === submissions.length) {
      return { stored: submissions, withResult, events, recovered: [] };
    }
    // Rare: duplicates, tombstones, and rows of dead-letter submissions.
    const { rows } = await tx.query<OutputKey>(REOPEN_SET_ASIDE, [
      submissions.map(({ workspaceId }) => workspaceId),
      submissions.map(({ id }) => id),
      slot,
    ]);
    const reopened = only(submissions, rows);
    const filled = await this.#insert(tx, { submissions: reopened, results: NO_RESULTS, slot });
    return {
      stored: only(submissions, [...stored, ...filled]),
      withResult,
      events: [...events, ...eventsOf(filled)],
      recovered: only(
        reopened,
        filled.filter(({ event }) => event !== 'error'),
      ),
    };
  }

  async #insert(tx: Transaction, { submissions, results, slot }: Storing): Promise<StoredRow[]> {
    if (submissions.length === 0) return [];
    const { rows } = await tx.query<StoredRow>({
      name: 'store-submissions',
      text: STORE_SUBMISSIONS,
      values: [
        ...submissionColumns(submissions, this.#deps.encryptor),
        ...this.#resultColumns(submissions.map((each) => results.get(outputKey(each)) ?? null)),
        this.#deps.clock.now(),
        slot,
      ],
    });
    await markSamples(tx, this.#deps.drawSample, rows);
    await assignRouted(tx, rows);
    await keepSubmittedApprovals(tx, submissions);
    return rows;
  }

  /**
   * Applies results, each once and only to its run. When this resolves, results that are stored with their submissions
   * may still be in flight.
   */
  async applyEvaluations(batch: readonly Result[]): Promise<PendingEffect> {
    const committed: Promise<void>[] = [];
    for (const round of withoutRepeats(batch)) {
      const { now, left, stored } = this.#pairs.offer(round);
      await this.#applySeparately(now);
      await this.#applySeparately(await left);
      committed.push(stored);
    }
    return { committed: Promise.all(committed).then(() => undefined) };
  }

  /** Stores the outcomes of shadow rules. */
  applyShadows(batch: readonly OutputsShadowEvaluated[]): Promise<void> {
    return applyShadows(this.#deps.db, batch, this.#shadowSets);
  }

  async #applySeparately(results: readonly Result[]): Promise<void> {
    if (results.length === 0) return;
    const committed = await this.#slots.evaluations.during((slot) =>
      this.#deps.db.transaction(async (tx) => {
        const cacheSets = await this.#rememberSets(tx, results);
        return [cacheSets, await this.#notify(tx, await this.#apply(tx, results, slot))];
      }),
    );
    for (const afterCommit of committed) afterCommit();
  }

  async #rememberSets(tx: Transaction, results: readonly Result[]): Promise<() => void> {
    const cacheRules = await this.#ruleSets.remember(tx, results);
    const cacheOutcomes = await this.#outcomeSets.remember(tx, results);
    return () => {
      cacheRules();
      cacheOutcomes();
    };
  }

  /** Notifies destinations, as the last step: no locks are taken after it. */
  async #notify(
    tx: Transaction,
    events: readonly NewEvent[],
    recovered: Submissions = [],
  ): Promise<() => void> {
    const { clock, jobs } = this.#deps;
    const { tailEvents, sendDeliveries } = jobs;
    const hasDeliveries = await fanOut(tx, events, clock.now());
    await supersedeCalls(
      tx,
      events.filter(({ passesAgain }) => passesAgain),
    );
    // They can be read now, so their errors are superseded.
    await supersedeCalls(tx, recovered, ['error']);
    return () => {
      tailEvents.wake();
      if (hasDeliveries) sendDeliveries.wake();
    };
  }

  /** @returns the events for destinations. */
  async #apply(tx: Transaction, results: readonly Result[], slot: number): Promise<NewEvent[]> {
    if (results.length === 0) return [];
    const { rows } = await tx.query<AppliedRow>({
      name: 'apply-evaluations',
      text: APPLY_EVALUATIONS,
      values: [
        textArray(results.map(({ workspaceId }) => workspaceId)),
        textArray(results.map(({ id }) => id)),
        results.map(({ run }) => run),
        ...this.#resultColumns(results),
        slot,
      ],
    });
    await streamDecided(
      tx,
      rows.filter(({ isDecided }) => isDecided),
    );
    await markSamples(tx, this.#deps.drawSample, rows);
    await assignRouted(tx, rows);
    return eventsOf(rows);
  }

  #resultColumns(results: readonly (Result | null)[]): unknown[] {
    return [
      results.map((result) => result?.evaluatedAt ?? null),
      textArray(results.map((result) => result && verdictOf(result.outcome))),
      results.map((result) => result?.confidenceScore ?? null),
      results.map((result) => result && this.#ruleSets.idOf(result)),
      textArray(results.map((result) => result?.explanation ?? null)),
      textArray(results.map((result) => result && writeAppliedRules(result.appliedRules))),
      textArray(results.map((result) => result && failedVersionsOf(result))),
      results.map((result) => result && this.#outcomeSets.idOf(result)),
      textArray(results.map((result) => result && ruleApprovalsOf(result))),
    ];
  }
}

type Submissions = readonly OutputsSubmitted[];
type Results = ReadonlyMap<string, Result>;

const NO_RESULTS: Results = new Map();

interface Storing {
  readonly submissions: Submissions;
  readonly results: Results;
  /** The slot for counts. */
  readonly slot: number;
}

interface Stored {
  readonly stored: Submissions;
  /** Keys of new rows. Only these took their results. */
  readonly withResult: ReadonlySet<string>;
  /** The events for destinations. */
  readonly events: readonly NewEvent[];
  /** Submissions that were dead letters and are no longer errors. */
  readonly recovered: Submissions;
}

interface NewEvent extends FannedOut {
  /** Whether it passes after an earlier run may have requested a decision. */
  readonly passesAgain: boolean;
}

interface EventRow extends RatedRow, RoutedRow {
  /** Null if certainly no destination wants it. */
  readonly event: 'flagged' | 'pass' | 'error' | null;
  /** Absent for submissions. */
  readonly passesAgain?: boolean;
}

interface AppliedRow extends EventRow {
  readonly isDecided: boolean;
}

interface StoredRow extends EventRow {
  readonly isNew: boolean;
}

function eventsOf(rows: readonly EventRow[]): NewEvent[] {
  return rows.flatMap(({ workspaceId, id, event, passesAgain = false }) =>
    event === null ? [] : [{ workspaceId, id, event, passesAgain }],
  );
}

function only(submissions: Submissions, rows: readonly OutputKey[]): Submissions {
  const keys = new Set(rows.map(outputKey));
  return submissions.filter((submission) => keys.has(outputKey(submission)));
}
