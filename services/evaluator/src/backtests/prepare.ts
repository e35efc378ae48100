import type { AnswerOf, BacktestRule, BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Reply, RequestOf } from '@output-review/runtime';
import { resolveRegistry, takeModelCall } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { describeFailure, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { ChosenJudge } from '../judges/judges.pure.ts';
import { readJudges } from '../judges/judges.sql.ts';
import { presentRule } from '../rules/rules.pure.ts';
import { listVersionIds } from '../rules/rules.sql.ts';
import { checkRuleValue, requireRule } from '../rules/rules.ts';

type Operation = typeof INTERNAL_OPERATIONS.prepareBacktest;
type Request = RequestOf<Operation>;
type Prepared = AnswerOf<Operation>;

/** @throws AppError if the rule cannot be applied, does not exist, or has no judge. */
export async function prepare(ctx: Context, request: Request): Promise<Reply<Operation>> {
  const { workspaceId, isEstimate } = request.body;
  const found = await findRule(ctx, request);
  const { rule } = found;
  if (rule.type !== 'llm_judge') return { status: 200, body: { ...found, prices: null } };
  const { prices = null } = await chooseJudge(ctx, workspaceId, rule);
  if (!isEstimate) await takeModelCall(ctx.gateway, request);
  return { status: 200, body: { ...found, prices } };
}

type FoundRule = Omit<Prepared, 'prices'>;

async function findRule(ctx: Context, request: Request): Promise<FoundRule> {
  const { workspaceId, ruleId, rule } = request.body;
  if (ruleId !== undefined && rule === undefined) {
    const named = await requireRule(ctx.db, { workspaceId, id: ruleId });
    return {
      ...{ rule: toBacktestRule(presentRule(named)), ruleId, ruleVersion: named.rule.version },
      versionIds: await listVersionIds(ctx.db, { workspaceId, id: ruleId }),
    };
  }
  if (ruleId !== undefined || rule === undefined) throw notOne();
  await checkRuleValue(ctx.engine, workspaceId, { ...rule, path: 'rule.value' });
  const draft = toBacktestRule(rule);
  const projectId = draft.projectId ?? (await findProjectId(ctx, request, draft));
  return { rule: { ...draft, projectId }, ruleId: null, ruleVersion: null, versionIds: [] };
}

/** With its id, the project of a draft is found after a rename. Null if it does not exist; a backtest creates none. */
async function findProjectId(
  { gateway }: Context,
  { body: { workspaceId }, assertion, requestId }: Request,
  { projectName }: BacktestRule,
): Promise<string | null> {
  if (projectName === null) return null;
  const caller = { principal: { workspaceId }, assertion, requestId };
  const entry = await resolveRegistry(gateway, caller, { projectName, create: false });
  return entry?.projectId ?? null;
}

type GivenRule = NonNullable<BodyOf<Operation>['rule']> | ReturnType<typeof presentRule>;

/** Fills in null for the optional fields of an unsaved rule. */
function toBacktestRule({ name, type, value, judgeFiles = false, ...rule }: GivenRule) {
  return {
    ...{ name, type, value, judgeFiles },
    description: rule.description ?? null,
    projectId: rule.projectId ?? null,
    projectName: rule.projectName ?? null,
    taskName: rule.taskName ?? null,
    llmJudgeProvider: rule.llmJudgeProvider ?? null,
    llmJudgeModel: rule.llmJudgeModel ?? null,
    shadowRate: rule.shadowRate ?? null,
    approvals: keptApprovals(rule.approvals ?? null),
  };
}

/** Omits the group if there is none: the previous release accepts it only as a string. */
function keptApprovals(approvals: NonNullable<GivenRule['approvals']> | null) {
  if (!approvals) return null;
  const { groupId, ...rest } = approvals;
  return { ...rest, ...(typeof groupId === 'string' && { groupId }) };
}

function notOne(): AppError {
  const message = 'Send exactly one of ruleId and rule.';
  return new AppError('VALIDATION_FAILED', message, { fields: { ruleId: message, rule: message } });
}

/** @throws AppError NO_MODEL_CONFIGURED if no judge can be asked. */
async function chooseJudge(
  { db, chooser }: Context,
  workspaceId: string,
  rule: BacktestRule,
): Promise<ChosenJudge> {
  try {
    return chooser.choose(rule, { workspaceId, judges: await readJudges(db, workspaceId) });
  } catch (error) {
    if (!(error instanceof JudgeFailure)) throw error;
    throw new AppError('NO_MODEL_CONFIGURED', describeFailure(rule.name, error));
  }
}
