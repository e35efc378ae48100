import type { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Reply, RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { rulesOnCorrection } from '../engine/corrected-parts.ts';
import { nameStoredPlaces, placesOf, presentAppliedRules } from './dry-runs.pure.ts';
import { applyNow, rulesOf } from './dry-runs.ts';

type Operation = typeof INTERNAL_OPERATIONS.checkCorrection;

/** Applies the rules of now that read what somebody corrected; stores nothing. */
export async function checkCorrection(
  ctx: Context,
  { body, assertion, requestId }: RequestOf<Operation>,
): Promise<Reply<Operation>> {
  const { workspaceId, attachments: files } = body;
  const content = { ...body.content, confidence: null, latencyMs: null, costUsd: null };
  const rules = rulesOnCorrection(await rulesOf(ctx, workspaceId, body), body);
  const caller = { workspaceId, assertion, requestId };
  const result = await applyNow(ctx, caller, { rules, content, files });
  const names = await ctx.registry.findNames(workspaceId, placesOf(result));
  const { appliedRules } = result.evaluation;
  const approvalsAskedBy = rules
    .filter((_, index) => appliedRules[index]?.approvals)
    .map(({ rule }) => rule.name);
  return {
    status: 200,
    body: { appliedRules: presentAppliedRules(result, nameStoredPlaces(names)), approvalsAskedBy },
  };
}
