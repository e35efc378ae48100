import type { BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Reply, RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { ApplicableRule, CompiledRule } from '../engine/compile-rule.ts';
import { EXACT_RULE_TYPES } from '../engine/rule-types/index.ts';
import type { RuleSource } from '../engine/rule-types/rule-type.ts';
import { presentAppliedRules } from './dry-runs.pure.ts';
import { applyNow, nameStoredPlaces, rulesOf } from './dry-runs.ts';

type Operation = typeof INTERNAL_OPERATIONS.checkCorrection;

/** Applies the current rules that read the corrected parts. Stores nothing. */
export async function checkCorrection(
  ctx: Context,
  { body, assertion, requestId }: RequestOf<Operation>,
): Promise<Reply<Operation>> {
  const { workspaceId, attachments: files } = body;
  const content = { ...body.content, confidence: null, latencyMs: null, costUsd: null };
  const rules = rulesOnCorrection(await rulesOf(ctx, workspaceId, body), body);
  const caller = { workspaceId, assertion, requestId };
  const result = await applyNow(ctx, caller, { rules, content, files });
  const placeOf = await nameStoredPlaces(ctx, workspaceId, result);
  const { appliedRules } = result.evaluation;
  const approvalsAskedBy = rules
    .filter((_, index) => appliedRules[index]?.approvals)
    .map(({ rule }) => rule.name);
  return {
    status: 200,
    body: { appliedRules: presentAppliedRules(result, placeOf), approvalsAskedBy },
  };
}

/** The rules that read the corrected parts. The result of the others does not change. */
function rulesOnCorrection(
  rules: readonly CompiledRule[],
  { content, corrected }: BodyOf<Operation>,
): readonly CompiledRule[] {
  const text = content.output === null ? 'action' : 'output';
  const sources = new Set<RuleSource>(corrected);
  if (sources.has(text)) sources.add('text');
  return rules.filter(({ rule }) => readsAny(rule, sources));
}

function readsAny({ type, value }: ApplicableRule, sources: ReadonlySet<RuleSource>): boolean {
  // A judge sees both parts.
  if (type === 'llm_judge') return true;
  try {
    return sources.has(EXACT_RULE_TYPES[type].sourceOf(value));
  } catch {
    // Fails closed: a rule that cannot be read ends as an error on every output.
    return true;
  }
}
