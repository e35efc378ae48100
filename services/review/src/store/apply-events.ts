import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { type Clock, type Database, textArray, type Transaction } from '@output-review/runtime';

import { outputKey, verdictOf } from '../domain/output.ts';
import { APPLY_EVALUATIONS } from './apply-evaluations-sql.ts';
import { REOPEN_SET_ASIDE, STORE_SUBMISSIONS } from './apply-submissions-sql.ts';
import { writeAppliedRules } from './applied-rules-text.ts';
import { COUNT_SLOTS } from './count-slots.ts';
import { Names } from './names.ts';
import { RuleSets } from './rule-sets.ts';
import { SearchTerms } from './search-terms.ts';
import { submissionColumns, termsOf } from './submission-rows.ts';

/** Applies events to the outputs. Each is idempotent, and none relies on the order of the others. */
export class EventStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #names = new Names();
  readonly #ruleSets = new RuleSets();
  /** Shared with whoever edits details: one memory of known terms a process. */
  readonly terms = new SearchTerms();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Stores what was submitted; whatever is stored or deleted already stays as it is. */
  async applySubmissions(batch: readonly OutputsSubmitted[]): Promise<void> {
    const submissions = firstOfEach(batch);
    if (submissions.length === 0) return;
    const committed = await this.#database.transaction(async (tx) => {
      const terms = await this.terms.enter(tx);
      const learnNames = await this.#names.remember(tx, submissions);
      const stored = await this.#store(tx, submissions);
      // Of a tombstone that a late repeat met nothing must be findable again.
      return [await terms.add(termsOf(stored)), learnNames];
    });
    for (const learn of committed) learn();
  }

  async #store(tx: Transaction, submissions: Submissions): Promise<Submissions> {
    const stored = await this.#insert(tx, submissions);
    if (stored.length === submissions.length) return submissions;
    // Rare: repeats, tombstones, and rows that stand for a submission that was set aside.
    const { rows } = await tx.query<KeyRow>(REOPEN_SET_ASIDE, [
      submissions.map(({ workspaceId }) => workspaceId),
      submissions.map(({ id }) => id),
      COUNT_SLOTS.submissions,
    ]);
    const filled = await this.#insert(tx, only(submissions, rows));
    return only(submissions, [...stored, ...filled]);
  }

  async #insert(tx: Transaction, submissions: Submissions): Promise<KeyRow[]> {
    if (submissions.length === 0) return [];
    const { rows } = await tx.query<KeyRow>({
      name: 'store-submissions',
      text: STORE_SUBMISSIONS,
      values: [...submissionColumns(submissions), this.#clock.now(), COUNT_SLOTS.submissions],
    });
    return rows;
  }

  /** Applies results, each only to the run that it is of and only once. */
  async applyEvaluations(batch: readonly OutputsEvaluated[]): Promise<void> {
    for (const round of withoutRepeats(batch)) {
      const learn = await this.#database.transaction(async (tx) => {
        const learnSets = await this.#ruleSets.remember(tx, round);
        await tx.query({
          name: 'apply-evaluations',
          text: APPLY_EVALUATIONS,
          values: [...this.#evaluationColumns(round), COUNT_SLOTS.evaluations],
        });
        return learnSets;
      });
      learn();
    }
  }

  #evaluationColumns(batch: readonly OutputsEvaluated[]): unknown[] {
    return [
      textArray(batch.map(({ workspaceId }) => workspaceId)),
      textArray(batch.map(({ id }) => id)),
      batch.map(({ run }) => run),
      batch.map(({ evaluatedAt }) => evaluatedAt),
      textArray(batch.map(({ outcome }) => verdictOf(outcome))),
      batch.map(({ confidenceScore }) => confidenceScore),
      batch.map((evaluation) => this.#ruleSets.idOf(evaluation)),
      textArray(batch.map(({ explanation }) => explanation)),
      textArray(batch.map(({ appliedRules }) => writeAppliedRules(appliedRules))),
    ];
  }
}

type Submissions = readonly OutputsSubmitted[];

interface KeyRow {
  readonly workspace_id: string;
  readonly id: string;
}

function only(submissions: Submissions, rows: readonly KeyRow[]): Submissions {
  const keys = new Set(rows.map((row) => `${row.workspace_id}/${row.id}`));
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
