import type { AppliedRule, AppliedRuleAnswer, RuleScope } from '@output-review/contracts';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import { scopeOf } from '../../domain/rule.ts';
import type { DryRun, DryRunResult, TriedRule } from '../../use-cases/rules/dry-run.ts';

interface NamedPlace {
  readonly scope: RuleScope;
  readonly projectName: string | null;
  readonly taskName: string | null;
}

type FindNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Where each of the applied rules holds; a rule that is not stored says so itself. */
export async function namePlaces(
  { rules }: DryRunResult,
  dryRun: DryRun,
  findNames: FindNames,
): Promise<(rule: ApplicableRule) => NamedPlace> {
  if (dryRun.kind === 'rule') {
    const place = placeOfTried(dryRun.rule);
    return () => place;
  }
  const ids = rules.flatMap(({ rule }) => [rule.projectId ?? [], rule.taskId ?? []].flat());
  const names = ids.length > 0 ? await findNames(ids) : new Map<string, string>();
  return (rule) => ({
    scope: scopeOf(rule),
    projectName: names.get(rule.projectId ?? '') ?? null,
    taskName: names.get(rule.taskId ?? '') ?? null,
  });
}

export function presentAppliedRules(
  { evaluation, rules }: DryRunResult,
  placeOf: (rule: ApplicableRule) => NamedPlace,
): AppliedRuleAnswer[] {
  return rules.flatMap(({ rule }, index) => {
    const applied = evaluation.appliedRules[index];
    return applied ? [presentAppliedRule(rule, applied, placeOf(rule))] : [];
  });
}

function presentAppliedRule(
  rule: ApplicableRule,
  applied: AppliedRule,
  place: NamedPlace,
): AppliedRuleAnswer {
  const isStored = rule.id !== '';
  return {
    ruleId: isStored ? rule.id : null,
    ruleVersion: isStored ? rule.version : null,
    ruleName: rule.name,
    ruleType: rule.type,
    ruleValue: rule.value,
    ...place,
    outcome: applied.outcome,
    summary: applied.summary,
    evaluator: applied.evaluator,
    ...presentJudging(applied),
    latencyMs: applied.latencyMs,
  };
}

type Judging = Pick<
  AppliedRuleAnswer,
  'model' | 'confidence' | 'llmOutput' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'attempts'
>;

function presentJudging({ judge, outcome }: AppliedRule): Judging {
  if (judge) {
    const { provider: _, ...shown } = judge;
    return shown;
  }
  return {
    model: null,
    confidence: outcome === 'passed' || outcome === 'failed' ? 1 : null,
    llmOutput: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    attempts: 1,
  };
}

function placeOfTried({ projectId, projectName, taskName }: TriedRule): NamedPlace {
  const hasProject = projectId !== undefined || projectName !== undefined;
  const projectScope = hasProject ? 'project' : 'global';
  return {
    scope: hasProject && taskName !== undefined ? 'task' : projectScope,
    projectName: projectName ?? null,
    taskName: taskName ?? null,
  };
}
