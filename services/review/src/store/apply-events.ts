import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import type { Clock, Database, Transaction } from '@output-review/runtime';

import { verdictOf } from '../domain/output.ts';
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
      const learnTerms = await this.terms.remember(tx, termsOf(submissions));
      const learnNames = await this.#names.remember(tx, submissions);
      await this.#store(tx, submissions);
      return [learnTerms, learnNames];
    });
    for (const learn of committed) learn();
  }

  async #store(tx: Transaction, submissions: readonly OutputsSubmitted[]): Promise<void> {
    const stored = await this.#insert(tx, submissions);
    if (stored === submissions.length) return;
    // Rare: repeats, tombstones, and rows that stand for a submission that was set aside.
    const { rows } = await tx.query<{ workspace_id: string; id: string }>(REOPEN_SET_ASIDE, [
      submissions.map(({ workspaceId }) => workspaceId),
      submissions.map(({ id }) => id),
      COUNT_SLOTS.submissions,
    ]);
    if (rows.length === 0) return;
    const reopened = new Set(rows.map(({ workspace_id, id }) => `${workspace_id}/${id}`));
    await this.#insert(
      tx,
      submissions.filter(({ workspaceId, id }) => reopened.has(`${workspaceId}/${id}`)),
    );
  }

  async #insert(tx: Transaction, submissions: readonly OutputsSubmitted[]): Promise<number> {
    const { rows } = await tx.query({
      name: 'store-submissions',
      text: STORE_SUBMISSIONS,
      values: [...submissionColumns(submissions), this.#clock.now(), COUNT_SLOTS.submissions],
    });
    return rows.length;
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
      batch.map(({ workspaceId }) => workspaceId),
      batch.map(({ id }) => id),
      batch.map(({ run }) => run),
      batch.map(({ evaluatedAt }) => evaluatedAt),
      batch.map(({ outcome }) => verdictOf(outcome)),
      batch.map(({ confidenceScore }) => confidenceScore),
      batch.map((evaluation) => this.#ruleSets.idOf(evaluation)),
      batch.map(({ explanation }) => explanation),
      batch.map(({ appliedRules }) => writeAppliedRules(appliedRules)),
    ];
  }
}

function firstOfEach(batch: readonly OutputsSubmitted[]): OutputsSubmitted[] {
  const first = new Map<string, OutputsSubmitted>();
  for (const submission of batch) {
    const key = `${submission.workspaceId}/${submission.id}`;
    if (!first.has(key)) first.set(key, submission);
  }
  return first.size === batch.length ? [...batch] : [...first.values()];
}

/** Rounds in which no key stands twice: one statement cannot touch a row twice. Mostly one round. */
function withoutRepeats(batch: readonly OutputsEvaluated[]): OutputsEvaluated[][] {
  const rounds: Map<string, OutputsEvaluated>[] = [];
  for (const evaluation of batch) {
    const key = `${evaluation.workspaceId}/${evaluation.id}`;
    const round = rounds.find((each) => !each.has(key));
    if (round) round.set(key, evaluation);
    else rounds.push(new Map([[key, evaluation]]));
  }
  return rounds.map((round) => [...round.values()]);
}
