import {
  type AnswerOf,
  type dryRunRules,
  type FileData,
  INTERNAL_OPERATIONS,
  type JudgedContentData,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Reply, RequestOf } from '@output-review/runtime';
import { type RegistryEntry, resolveRegistry, takeModelCall } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { CompiledRule } from '../engine/compile-rule.ts';
import { evaluationOf, settledRules, statusOf, verdictOf } from '../engine/evaluation.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import type { RulePlace } from '../engine/rule.ts';
import { readJudges } from '../judges/judges.sql.ts';
import { advanceRules, maySkipJudges, skipJudges } from '../judging/settle-by-judge.pure.ts';
import { scopeOf } from '../rules/rules.pure.ts';
import { type Caller, checkRuleValue } from '../rules/rules.ts';
import {
  compileTriedRule,
  type DryRun,
  type DryRunResult,
  OutputNotSeen,
  type PlaceOf,
  placeOfTried,
  presentAppliedRules,
  readDryRun,
} from './dry-runs.pure.ts';

/** Evaluates without storing anything. */
export async function tryRules(
  ctx: Context,
  request: RequestOf<typeof dryRunRules>,
): Promise<Reply<typeof dryRunRules>> {
  const dryRun = readDryRun(request.body);
  const result = await evaluate(ctx, request, dryRun);
  const { outcome, confidenceScore, explanation } = result.evaluation;
  const placeOf =
    dryRun.kind === 'rule'
      ? placeOfTried(dryRun.rule)
      : await nameStoredPlaces(ctx, request.principal.workspaceId, result);
  return {
    status: 200,
    body: {
      verdict: verdictOf(outcome),
      confidenceScore,
      explanation,
      status: statusOf(result.evaluation),
      appliedRules: presentAppliedRules(result, placeOf),
    },
  };
}

async function evaluate(ctx: Context, caller: Caller, dryRun: DryRun): Promise<DryRunResult> {
  const { workspaceId } = caller.principal;
  const trial = { ...caller, workspaceId };
  switch (dryRun.kind) {
    case 'rule': {
      await checkRuleValue(ctx.engine, workspaceId, { ...dryRun.rule, path: 'rule.value' });
      const rules = [compileTriedRule(dryRun.rule, ctx.engine.tools)];
      if (!('logId' in dryRun.on)) return applyNow(ctx, trial, { rules, content: dryRun.on });
      const { content, attachments } = await getJudgedContent(ctx, caller, dryRun.on.logId);
      return applyNow(ctx, trial, { rules, content, files: attachments });
    }
    case 'log': {
      const { content, attachments, ...place } = await getJudgedContent(ctx, caller, dryRun.logId);
      const rules = await rulesOf(ctx, workspaceId, place);
      return applyNow(ctx, trial, { rules, content, files: attachments });
    }
    case 'project': {
      const entry = await findPlace(ctx, caller, dryRun);
      const rules = await rulesOf(ctx, workspaceId, entry);
      return applyNow(ctx, trial, { rules, content: dryRun.content });
    }
  }
}

interface Applied {
  readonly rules: readonly CompiledRule[];
  readonly content: JudgedContentData;
  readonly files?: readonly FileData[];
}

/** The caller that rules are applied for. */
interface Trial extends Pick<Caller, 'assertion' | 'requestId'> {
  readonly workspaceId: string;
}

/**
 * Applies rules while the caller waits. Asking judges consumes one of the caller's model calls. The time that exact
 * rules take is subtracted from that of judges.
 */
export async function applyNow(
  ctx: Context,
  { workspaceId, ...caller }: Trial,
  { rules, content, files = [] }: Applied,
): Promise<DryRunResult> {
  const endsAtMs = performance.now() + ctx.judgeSettings.inlineMs;
  const applied = await ctx.engine.applyRules(rules, content, { workspaceId, files });
  if (applied.kind === 'settled') return { rules, evaluation: applied.evaluation };
  const judges = await readJudges(ctx.db, workspaceId);
  if (judges.skipsWhenFlagged && maySkipJudges(applied.rules)) {
    return { rules, evaluation: evaluationOf(skipJudges(applied.rules)) };
  }
  await takeModelCall(ctx.gateway, caller);
  const judged = rules.flatMap((each) => (each.kind === 'judge' ? [each.rule] : []));
  const statements = await ctx.judging.judgeRules(
    { workspaceId, judges, rules: judged, material: judgedMaterialOf(content, files) },
    { endsAtMs, triesMax: 1, signal: ctx.judgeWorker.activeLeases.callersSignal },
  );
  const names = new Map(judged.map(({ versionId, name }) => [versionId, name]));
  const settled = settledRules(advanceRules(applied.rules, { statements, names, isLast: true }));
  if (!settled) throw new AppError('UNAVAILABLE', 'The evaluator is stopping.');
  return { rules, evaluation: evaluationOf(settled) };
}

/** The currently active rules that apply to the place. */
export async function rulesOf(
  { ruleSets }: Context,
  workspaceId: string,
  place: RulePlace,
): Promise<readonly CompiledRule[]> {
  const ruleSetOf = await ruleSets.read([workspaceId]);
  return ruleSetOf(workspaceId).applicableTo(place);
}

/** The project may be given by name or ID. The name takes precedence, as in submissions. */
async function findPlace(
  ctx: Context,
  caller: Caller,
  { project, task }: { readonly project: string; readonly task: string | undefined },
): Promise<RegistryEntry> {
  const resolve = (named: { projectName: string } | { projectId: string }) =>
    resolveRegistry(ctx.gateway, caller, { ...named, taskName: task, create: false });
  const entry =
    (await resolve({ projectName: project })) ?? (await resolve({ projectId: project }));
  if (!entry) throw new AppError('NOT_FOUND', 'There is no such project or task.');
  return entry;
}

/** The content and files of a stored output that rules and judges read. @throws OutputNotSeen */
async function getJudgedContent(
  { review }: Context,
  { principal: { workspaceId }, assertion, requestId }: Caller,
  id: string,
): Promise<AnswerOf<typeof INTERNAL_OPERATIONS.getJudgedContent>> {
  try {
    return await review.call(INTERNAL_OPERATIONS.getJudgedContent, {
      body: { workspaceId, id },
      assertion,
      requestId,
    });
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? new OutputNotSeen(id) : error;
  }
}

/** The places of applied rules, all of which are stored. */
export async function nameStoredPlaces(
  { registry }: Context,
  workspaceId: string,
  { rules }: DryRunResult,
): Promise<PlaceOf> {
  const ids = rules.flatMap(({ rule }) => [rule.projectId ?? [], rule.taskId ?? []].flat());
  const names =
    ids.length > 0 ? await registry.findNames(workspaceId, ids) : new Map<string, string>();
  return (rule) => ({
    scope: scopeOf(rule),
    projectName: names.get(rule.projectId ?? '') ?? null,
    taskName: names.get(rule.taskId ?? '') ?? null,
  });
}
