import type { AppliedRule, OutputsShadowEvaluated } from '@output-review/contracts';

import type { RuleProgress } from '../engine/evaluation.ts';
import type { ShadowRule } from '../rules/rules.pure.ts';
import type { Claim, RequestedRun } from '../runs/runs.pure.ts';

/** A run whose rules in shadow are to be applied once it has its result. */
export interface ShadowRun extends Omit<RequestedRun, 'projectId' | 'taskId'> {
  /** The versions of the rules, as they were when the run was evaluated. */
  readonly versionIds: readonly string[];
}

export interface ClaimedShadowRun extends ShadowRun, Claim {
  /** How far each rule has come; null where none is settled yet. */
  readonly progress: readonly RuleProgress[] | null;
  /** How long its judges have been away; null where they are not known to be. */
  readonly failingForMs: number | null;
}

/**
 * The versions that a run is left to. Judges are spared by their rules' rates.
 *
 * @param share where the output stands among all of them, from 0 to below 1.
 */
export function versionsFor(rules: readonly ShadowRule[], share: () => number): string[] {
  return rules
    .filter(({ type, shadowRate }) => type !== 'llm_judge' || share() < shadowRate)
    .map(({ versionId }) => versionId);
}

/** What is told of the rules of a run. */
export function shadowResult(
  { workspaceId, id, run }: ClaimedShadowRun,
  appliedRules: readonly AppliedRule[],
  now: Date,
): OutputsShadowEvaluated {
  const evaluatedAt = now.toISOString();
  return { workspaceId, id, run, evaluatedAt, appliedRules: [...appliedRules] };
}

/** How the rules of a run end that breaks whoever applies them. */
export function brokenRules({ versionIds }: ShadowRun): AppliedRule[] {
  return versionIds.map((ruleVersionId) => ({
    ...{ ruleVersionId, outcome: 'error', evaluator: 'deterministic', latencyMs: 0 },
    summary: 'This rule could not be applied: something went wrong on our side.',
  }));
}
