import type { JudgedContentData } from '@output-review/contracts';

import type { Evaluation } from '../../domain/evaluation.ts';
import type { RulePlace } from '../../domain/rule.ts';
import type { ApplyRules } from './apply-rules.ts';
import type { EvaluationStore, NewResult, RecordedResult, RunRef } from './evaluation-store.ts';
import type { RuleSets } from './rule-sets.ts';

/** A run of the rules that is to be made. */
export interface RequestedRun extends RunRef, RulePlace {
  readonly content: JudgedContentData;
  readonly traceparent: string | null;
}

export interface EvaluateRunsDeps {
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly evaluations: EvaluationStore;
  /** Takes recorded results on their way out. */
  readonly announce: (results: readonly RecordedResult[]) => void;
  readonly newId: () => string;
  readonly now: () => Date;
}

export type EvaluateRuns = (runs: readonly RequestedRun[]) => Promise<RecordedResult[]>;

/** Evaluates, records the results that are the first of their runs, and announces those. */
export const makeEvaluateRuns =
  ({ ruleSets, applyRules, evaluations, announce, newId, now }: EvaluateRunsDeps): EvaluateRuns =>
  async (runs) => {
    const ruleSetOf = await ruleSets.read(runs.map(({ workspaceId }) => workspaceId));
    const results: NewResult[] = [];
    for (const run of runs) {
      const rules = ruleSetOf(run.workspaceId).applicableTo(run);
      const evaluation = await applyRules(rules, run.content);
      results.push(makeResult(run, evaluation, { eventId: newId(), now: now() }));
    }
    const recorded = await evaluations.record(results);
    announce(recorded);
    return recorded;
  };

/** The result of a run, as it is stored and announced. */
export function makeResult(
  run: RunRef & { readonly traceparent: string | null },
  evaluation: Evaluation,
  stamp: { readonly eventId: string; readonly now: Date },
): NewResult {
  return {
    data: {
      workspaceId: run.workspaceId,
      id: run.id,
      run: run.run,
      evaluatedAt: stamp.now.toISOString(),
      outcome: evaluation.outcome,
      confidenceScore: evaluation.confidenceScore,
      explanation: evaluation.explanation,
      appliedRules: evaluation.appliedRules,
    },
    eventId: stamp.eventId,
    traceparent: run.traceparent,
  };
}
