import type { AppliedRule, OutputsShadowEvaluated } from '@output-review/contracts';

import type { RuleProgress } from '../engine/evaluation.ts';
import type { ShadowRule } from '../rules/rules.pure.ts';
import type { Claim, RequestedRun } from '../runs/runs.pure.ts';

/** A run whose shadow rules are applied once it has its result. */
export interface ShadowRun extends Omit<RequestedRun, 'projectId' | 'taskId'> {
  /** The versions of the rules when the run was evaluated. */
  readonly versionIds: readonly string[];
}

export interface ClaimedShadowRun extends ShadowRun, Claim {
  /** The progress of each rule; null if none is settled yet. */
  readonly progress: readonly RuleProgress[] | null;
  /** How long its judges have been unavailable; null if they are not known to be. */
  readonly failingForMs: number | null;
}

/**
 * The rule versions to apply to a run. Judges are sampled by the rates of their rules.
 *
 * @param share position of the output among all, from 0 to below 1
 */
export function versionsFor(rules: readonly ShadowRule[], share: () => number): string[] {
  return rules
    .filter(({ type, shadowRate }) => type !== 'llm_judge' || share() < shadowRate)
    .map(({ versionId }) => versionId);
}

/** The event with the results of a run's shadow rules. */
export function shadowResult(
  { workspaceId, id, run }: ClaimedShadowRun,
  appliedRules: readonly AppliedRule[],
  now: Date,
): OutputsShadowEvaluated {
  const evaluatedAt = now.toISOString();
  return { workspaceId, id, run, evaluatedAt, appliedRules: [...appliedRules] };
}

/** The results of the rules of a run that breaks. */
export function brokenRules({ versionIds }: ShadowRun): AppliedRule[] {
  return versionIds.map((ruleVersionId) => ({
    ...{ ruleVersionId, outcome: 'error', evaluator: 'deterministic', latencyMs: 0 },
    summary: 'This rule could not be applied: something went wrong on our side.',
  }));
}
