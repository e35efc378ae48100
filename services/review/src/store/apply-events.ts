import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import {
  type Clock,
  type Database,
  type Sealer,
  textArray,
  type Transaction,
} from '@output-review/runtime';

import { outputKey, verdictOf } from '../domain/output.ts';
import { APPLY_EVALUATIONS } from './apply-evaluations-sql.ts';
import { REOPEN_SET_ASIDE, STORE_SUBMISSIONS } from './apply-submissions-sql.ts';
import { writeAppliedRules } from './applied-rules-text.ts';
import type { CommitSignals } from './commit-signals.ts';
import { COUNT_SLOTS } from './count-slots.ts';
import { CallbackDestinations } from './destinations/callback-destinations.ts';
import { type LaneOf, makeLaneOf } from './destinations/callback-lane.ts';
import { fanOut, type FannedOut } from './destinations/fan-out.ts';
import { Names } from './names.ts';
import { toArrayLiteral } from './pg-array.ts';
import { ResultPairs } from './result-pairs.ts';
import { RuleSets } from './rule-sets.ts';
import { SearchTerms } from './search-terms.ts';
import { submissionColumns, termsOf } from './submission-rows.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  /** Opens callback URLs, and seals the secrets that what is sent there is signed by. */
  readonly sealer: Sealer;
  readonly signals: CommitSignals;
}

/** Applies events to the outputs. Each is idempotent, and none relies on the order of the others. */
export class EventStore {
  readonly #deps: Deps;
  readonly #callbacks: CallbackDestinations;
  readonly #laneOf: LaneOf;
  readonly #names = new Names();
  readonly #ruleSets = new RuleSets();
  readonly #pairs = new ResultPairs();
  /** Shared with whoever edits details: one memory of known terms a process. */
  readonly terms = new SearchTerms();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#callbacks = new CallbackDestinations(deps);
    this.#laneOf = makeLaneOf(deps.sealer);
  }

  /** Stores what was submitted; whatever is stored or deleted already stays as it is. */
  async applySubmissions(batch: readonly OutputsSubmitted[]): Promise<void> {
    const submissions = firstOfEach(batch);
    if (submissions.length === 0) return;
    const pairing = await this.#pairs.gather(submissions);
    try {
      await this.#storeWithResults(submissions, pairing.results);
      pairing.settle(true);
    } catch (error) {
      pairing.settle(false);
      throw error;
    }
  }

  async #storeWithResults(submissions: Submissions, results: Results): Promise<void> {
    const committed = await this.#deps.database.transaction(async (tx) => {
      const terms = await this.terms.enter(tx);
      const learnNames = await this.#names.remember(tx, submissions);
      const learnCallbacks = await this.#callbacks.remember(tx, submissions);
      const learnSets = await this.#ruleSets.remember(tx, [...results.values()]);
      const { stored, withResult, heard } = await this.#store(tx, submissions, results);
      const left = [...results].filter(([key]) => !withResult.has(key));
      const alsoHeard = await this.#apply(
        tx,
        left.map(([, result]) => result),
      );
      // Of a tombstone that a late repeat met nothing must be findable again.
      const learnTerms = await terms.add(termsOf(stored));
      const wake = await this.#tell(tx, [...heard, ...alsoHeard]);
      return [learnTerms, learnNames, learnCallbacks, learnSets, wake];
    });
    for (const learn of committed) learn();
  }

  async #store(tx: Transaction, submissions: Submissions, results: Results): Promise<Stored> {
    const stored = await this.#insert(tx, submissions, results);
    const withResult = new Set(stored.filter((row) => row.is_new).map(keyOf));
    const heard = heardOf(stored);
    if (stored.length === submissions.length) return { stored: submissions, withResult, heard };
    // Rare: repeats, tombstones, and rows that stand for a submission that was set aside.
    const { rows } = await tx.query<KeyRow>(REOPEN_SET_ASIDE, [
      submissions.map(({ workspaceId }) => workspaceId),
      submissions.map(({ id }) => id),
      COUNT_SLOTS.submissions,
    ]);
    const filled = await this.#insert(tx, only(submissions, rows), NO_RESULTS);
    return {
      stored: only(submissions, [...stored, ...filled]),
      withResult,
      heard: [...heard, ...heardOf(filled)],
    };
  }

  async #insert(tx: Transaction, submissions: Submissions, results: Results): Promise<StoredRow[]> {
    if (submissions.length === 0) return [];
    const { rows } = await tx.query<StoredRow>({
      name: 'store-submissions',
      text: STORE_SUBMISSIONS,
      values: [
        ...submissionColumns(submissions, this.#laneOf),
        ...this.#resultColumns(submissions.map((each) => results.get(outputKey(each)) ?? null)),
        this.#deps.clock.now(),
        COUNT_SLOTS.submissions,
      ],
    });
    return rows;
  }

  /** Applies results, each only to the run that it is of and only once. */
  async applyEvaluations(batch: readonly OutputsEvaluated[]): Promise<void> {
    for (const round of withoutRepeats(batch)) {
      const { now, later } = this.#pairs.offer(round);
      await this.#applyAlone(now);
      await this.#applyAlone(await later);
    }
  }

  async #applyAlone(results: readonly OutputsEvaluated[]): Promise<void> {
    if (results.length === 0) return;
    const committed = await this.#deps.database.transaction(async (tx) => {
      const learnSets = await this.#ruleSets.remember(tx, results);
      return [learnSets, await this.#tell(tx, await this.#apply(tx, results))];
    });
    for (const learn of committed) learn();
  }

  /** Tells destinations, when all else is done: nothing is locked any more after it. */
  async #tell(tx: Transaction, heard: readonly FannedOut[]): Promise<() => void> {
    const { happened, deliveries } = this.#deps.signals;
    const hasDeliveries = await fanOut(tx, heard);
    return () => {
      happened.notify();
      if (hasDeliveries) deliveries.notify();
    };
  }

  /** @returns what destinations are to be told. */
  async #apply(tx: Transaction, results: readonly OutputsEvaluated[]): Promise<FannedOut[]> {
    if (results.length === 0) return [];
    const { rows } = await tx.query<HeardRow>({
      name: 'apply-evaluations',
      text: APPLY_EVALUATIONS,
      values: [
        textArray(results.map(({ workspaceId }) => workspaceId)),
        textArray(results.map(({ id }) => id)),
        results.map(({ run }) => run),
        ...this.#resultColumns(results),
        COUNT_SLOTS.evaluations,
      ],
    });
    return heardOf(rows);
  }

  #resultColumns(results: readonly (OutputsEvaluated | null)[]): unknown[] {
    return [
      results.map((result) => result?.evaluatedAt ?? null),
      textArray(results.map((result) => result && verdictOf(result.outcome))),
      results.map((result) => result?.confidenceScore ?? null),
      results.map((result) => result && this.#ruleSets.idOf(result)),
      textArray(results.map((result) => result?.explanation ?? null)),
      textArray(results.map((result) => result && writeAppliedRules(result.appliedRules))),
      textArray(results.map((result) => result && failedVersionsOf(result))),
    ];
  }
}

/** Null where no rule failed, as most often: the index has no entry for it then. */
function failedVersionsOf({ appliedRules }: OutputsEvaluated): string | null {
  const failed = appliedRules.filter(({ outcome }) => outcome === 'failed');
  return failed.length === 0
    ? null
    : toArrayLiteral(failed.map(({ ruleVersionId }) => ruleVersionId));
}

type Submissions = readonly OutputsSubmitted[];
type Results = ReadonlyMap<string, OutputsEvaluated>;

const NO_RESULTS: Results = new Map();

interface Stored {
  readonly stored: Submissions;
  /** Keys of the new rows: those that took their result. */
  readonly withResult: ReadonlySet<string>;
  /** What destinations are to be told. */
  readonly heard: readonly FannedOut[];
}

interface KeyRow {
  readonly workspace_id: string;
  readonly id: string;
}

interface HeardRow extends KeyRow {
  /** Null where certainly nobody wants to hear it. */
  readonly event: 'flagged' | 'pass' | 'error' | null;
}

interface StoredRow extends HeardRow {
  readonly is_new: boolean;
}

function heardOf(rows: readonly HeardRow[]): FannedOut[] {
  return rows.flatMap(({ workspace_id: workspaceId, id, event }) =>
    event === null ? [] : [{ workspaceId, id, event }],
  );
}

function keyOf({ workspace_id, id }: KeyRow): string {
  return outputKey({ workspaceId: workspace_id, id });
}

function only(submissions: Submissions, rows: readonly KeyRow[]): Submissions {
  const keys = new Set(rows.map(keyOf));
  return submissions.filter((submission) => keys.has(outputKey(submission)));
}

function firstOfEach(batch: readonly OutputsSubmitted[]): OutputsSubmitted[] {
  const first = new Map<string, OutputsSubmitted>();
  for (const submission of batch) {
    const key = outputKey(submission);
    if (!first.has(key)) first.set(key, submission);
  }
  return first.size === batch.length ? [...batch] : [...first.values()];
}

/** Rounds in which no key stands twice: one statement cannot touch a row twice. Mostly one round. */
function withoutRepeats(batch: readonly OutputsEvaluated[]): OutputsEvaluated[][] {
  const rounds: Map<string, OutputsEvaluated>[] = [];
  for (const evaluation of batch) {
    const key = outputKey(evaluation);
    const round = rounds.find((each) => !each.has(key));
    if (round) round.set(key, evaluation);
    else rounds.push(new Map([[key, evaluation]]));
  }
  return rounds.map((round) => [...round.values()]);
}
