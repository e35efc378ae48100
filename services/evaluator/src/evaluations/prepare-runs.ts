import type { Context } from '../context.ts';
import { type Evaluation, evaluationOf, type RuleProgress } from '../engine/evaluation.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import { findSkipping } from '../judges/judges.sql.ts';
import { maySkipJudges, skipJudges } from '../judging/settle-by-judge.pure.ts';
import {
  type JudgeJob,
  makeResult,
  type NewJobs,
  type NewResult,
  type RequestedRun,
} from '../runs/runs.pure.ts';
import { storeShadowRuns } from '../shadow/shadow.ts';

/** Runs that are finished, and those left to jobs. */
interface PreparedRuns extends NewJobs {
  readonly results: readonly NewResult[];
  /** Keys of the outputs whose shadow rules need the row of the result. */
  readonly inShadow: ReadonlySet<string>;
}

type RuleSetOf = Awaited<ReturnType<Context['ruleSets']['read']>>;

// The results of this many rules take about 20 MB with their events.
const RESULTS_AT_ONCE_MAX = 20_000;

/**
 * Applies the current rules as far as possible without judges. Runs with costly rules are left to jobs, and shadow rules
 * wait for the result. Prepares some runs at a time: a run has a result of each rule, and with a thousand rules they
 * take a thousand times the memory of a small output.
 */
export async function* prepareRuns(
  ctx: Context,
  runs: readonly RequestedRun[],
): AsyncGenerator<PreparedRuns, void, undefined> {
  const ruleSetOf = await ctx.ruleSets.read(runs.map(({ workspaceId }) => workspaceId));
  let some: RequestedRun[] = [];
  let results = 0;
  for (const run of runs) {
    const { length } = ruleSetOf(run.workspaceId).applicableTo(run);
    if (some.length > 0 && results + length > RESULTS_AT_ONCE_MAX) {
      yield await prepare(ctx, some, { ruleSetOf, withCostly: false });
      some = [];
      results = 0;
    }
    some.push(run);
    results += length;
  }
  if (some.length > 0) yield await prepare(ctx, some, { ruleSetOf, withCostly: false });
}

/** Prepares a run whose caller waits. Its costly rules are applied at once, ahead of those of jobs. */
export async function prepareNow(ctx: Context, run: RequestedRun): Promise<PreparedRuns> {
  const ruleSetOf = await ctx.ruleSets.read([run.workspaceId]);
  return prepare(ctx, [run], { ruleSetOf, withCostly: true });
}

async function prepare(
  ctx: Context,
  runs: readonly RequestedRun[],
  { ruleSetOf, withCostly }: { readonly ruleSetOf: RuleSetOf; readonly withCostly: boolean },
): Promise<PreparedRuns> {
  const { db, clock, engine } = ctx;
  const results: NewResult[] = [];
  const checks: RequestedRun[] = [];
  const waiting: WaitingRun[] = [];
  const settle = (run: RequestedRun, evaluation: Evaluation): void => {
    results.push(makeResult(run, evaluation, clock.now()));
  };
  for (const run of runs) {
    const { workspaceId, content, files } = run;
    const rules = ruleSetOf(workspaceId).applicableTo(run);
    const applied = withCostly
      ? await engine.applyRules(rules, content, { workspaceId, files })
      : await engine.applyCheapRules(rules, content, { files });
    if (applied === null) checks.push(run);
    else if (applied.kind === 'settled') settle(run, applied.evaluation);
    else waiting.push({ run, rules: applied.rules });
  }
  const isSkipped = await findSkipped(db, waiting);
  const jobs: JudgeJob[] = [];
  for (const each of waiting) {
    if (isSkipped(each)) settle(each.run, evaluationOf(skipJudges(each.rules)));
    else jobs.push(jobOf(each.run, each.rules));
  }
  // The job that checks costly rules reads the rules again.
  const left = new Set(checks);
  const inShadow = await storeShadowRuns(
    ctx,
    runs.filter((run) => !left.has(run)),
    ruleSetOf,
  );
  return { results, checks, jobs, inShadow };
}

/** A run whose exact rules are settled. */
interface WaitingRun {
  readonly run: RequestedRun;
  readonly rules: readonly RuleProgress[];
}

/** Determines which runs skip their judges. Queries the database only if some may. */
async function findSkipped(
  db: Context['db'],
  waiting: readonly WaitingRun[],
): Promise<(each: WaitingRun) => boolean> {
  const flagged = waiting.filter(({ rules }) => maySkipJudges(rules));
  if (flagged.length === 0) return () => false;
  const ids = new Set(flagged.map(({ run }) => run.workspaceId));
  const skipping = await findSkipping(db, [...ids]);
  return ({ run, rules }) => skipping.has(run.workspaceId) && maySkipJudges(rules);
}

/** A run left to judges. */
export function jobOf(run: RequestedRun, rules: JudgeJob['rules']): JudgeJob {
  const { workspaceId, id, traceparent, content, files } = run;
  const material = judgedMaterialOf(content, files);
  return { workspaceId, id, run: run.run, traceparent, material, rules };
}
