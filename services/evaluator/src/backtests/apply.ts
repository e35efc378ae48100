import type { AnswerOf, BodyOf, INTERNAL_OPERATIONS, RuleOutcome } from '@output-review/contracts';
import { isTransientError, type Reply, type RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { GaveWay, type RulesApplied } from '../engine/apply-rules.ts';
import { type CompiledRule, compileRule, UNSTORED } from '../engine/compile-rule.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import { describeFailure, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { WorkspaceJudges } from '../judges/judges.pure.ts';
import { readJudges } from '../judges/judges.sql.ts';
import { TRIES_MAX } from '../judging/run-job.ts';
import { type JudgeStatement, settleByJudge } from '../judging/settle-by-judge.pure.ts';
import { isJudgeAway, isPermanentFailure, mayHaveCost } from './apply.pure.ts';

type Operation = typeof INTERNAL_OPERATIONS.applyBacktestRule;
type Applied = AnswerOf<Operation>;
type Output = BodyOf<Operation>['outputs'][number];

/** The outcomes of outputs, in their order, up to the first that has none yet. */
type Ending = Pick<Applied, 'outcomes' | 'paused'> & Partial<Applied>;

// A check of costly rules takes at most 5 s; the next call continues after it.
const EXACT_MS_MAX = 5_000;
// For a slot and for files. With the 20 s of a call, this is less than review's timeout.
const JUDGE_WAIT_MS_MAX = 10_000;

/** Applies a rule to outputs with the lowest priority. The caller sends the remaining outputs again. */
export async function applyRule(
  ctx: Context,
  { body }: RequestOf<Operation>,
): Promise<Reply<Operation>> {
  const { workspaceId, rule: given, outputs } = body;
  const rule = compileRule({ ...UNSTORED, ...given, approvals: null }, ctx.engine.tools);
  const trial = { workspaceId, rule, outputs };
  const ending = await (rule.kind === 'judge' ? judgeAll(ctx, trial) : applyAll(ctx, trial));
  return {
    status: 200,
    body: { failure: null, costUsd: 0, isCostKnown: true, ...ending },
  };
}

interface Trial {
  readonly workspaceId: string;
  readonly rule: CompiledRule;
  readonly outputs: readonly Output[];
}

async function applyAll(ctx: Context, { outputs, ...trial }: Trial): Promise<Ending> {
  const endsAtMs = performance.now() + EXACT_MS_MAX;
  const { callersSignal } = ctx.judgeWorker.activeLeases;
  const rules = [trial.rule];
  const outcomes: RuleOutcome[] = [];
  for (const output of outputs) {
    if (callersSignal.aborted || performance.now() > endsAtMs) return { outcomes, paused: 'time' };
    const applied = await applyTo(ctx, { ...trial, rules, output });
    if (applied === 'busy') return { outcomes, paused: 'busy' };
    outcomes.push(outcomeOf(applied));
  }
  return { outcomes, paused: null };
}

interface OneTrial {
  readonly workspaceId: string;
  readonly rules: readonly CompiledRule[];
  readonly output: Output;
}

/** Null if the rule breaks on this output, as it would again. */
async function applyTo(
  { engine, log }: Context,
  { workspaceId, rules, output: { content, attachments: files } }: OneTrial,
): Promise<RulesApplied | 'busy' | null> {
  try {
    return await engine.applyRules(rules, content, { workspaceId, files, isShadow: true });
  } catch (error) {
    if (error instanceof GaveWay) return 'busy';
    if (isTransientError(error)) throw error;
    log.error({ err: error }, 'the rule of a backtest failed unexpectedly on an output');
    return null;
  }
}

function outcomeOf(applied: RulesApplied | null): RuleOutcome {
  if (applied?.kind !== 'settled') return 'error';
  return applied.evaluation.appliedRules[0]?.outcome ?? 'error';
}

/** Asks the judge about all outputs at once, in the slots of shadow rules. */
async function judgeAll(ctx: Context, { outputs, ...trial }: Trial): Promise<Ending> {
  const judges = await readJudges(ctx.db, trial.workspaceId);
  const rules = [trial.rule];
  const judged = await Promise.all(
    outputs.map((output) => judge(ctx, { ...trial, rules, output }, judges)),
  );
  const statements = judged.flatMap(({ statement }) => (statement ? [statement] : []));
  const isAnswering = statements.some(({ reply }) => !(reply instanceof JudgeFailure));
  const away = statements.find((each) => isJudgeAway(each, isAnswering));
  const costs = statements
    .filter((each) => mayHaveCost(each, away))
    .map((each) => settleByJudge(UNNAMED_RULE, each).judge?.costUsd ?? null);
  // A provider may refuse a single output with the status of a refused key.
  const broken = isAnswering ? undefined : statements.find(isPermanentFailure);
  const end = away && judged.findIndex(({ statement }) => statement === away);
  const known = judged.slice(0, end);
  return {
    outcomes: broken ? [] : known.map(({ outcome }) => outcome),
    paused: away ? 'judge_away' : null,
    failure: broken ? describeFailure(trial.rule.rule.name, broken.reply) : null,
    costUsd: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    isCostKnown: !costs.includes(null),
  };
}

const UNNAMED_RULE = { versionId: '', name: '' };

interface Judged {
  readonly outcome: RuleOutcome;
  /** Null if there was nothing to ask about. */
  readonly statement: JudgeStatement | null;
}

async function judge(ctx: Context, trial: OneTrial, judges: WorkspaceJudges): Promise<Judged> {
  const applied = await applyTo(ctx, trial);
  if (applied === 'busy' || applied?.kind !== 'waiting') {
    return { outcome: outcomeOf(applied === 'busy' ? null : applied), statement: null };
  }
  const { workspaceId, rules, output } = trial;
  const statements = await ctx.judging.judgeRules(
    {
      ...{ workspaceId, judges, rules: rules.map(({ rule }) => rule) },
      material: judgedMaterialOf(output.content, output.attachments),
    },
    {
      endsAtMs: performance.now() + JUDGE_WAIT_MS_MAX + ctx.judgeSettings.callMs,
      triesMax: TRIES_MAX,
      signal: ctx.judgeWorker.activeLeases.callersSignal,
      isShadow: true,
      comesAgain: true,
    },
  );
  const [statement = INTERRUPTED] = statements.values();
  return { outcome: settleByJudge(UNNAMED_RULE, statement).outcome, statement };
}

const INTERRUPTED: JudgeStatement = {
  ...{ judge: null, attempts: 0, latencyMs: 0 },
  reply: new JudgeFailure('unreachable'),
};
