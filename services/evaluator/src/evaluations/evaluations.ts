import {
  outputKey,
  type OutputsEvaluated,
  type OutputsReevaluationRequested,
  type OutputsSubmitted,
} from '@output-review/contracts';
import { activeTraceparent, type Database, type PendingEffect } from '@output-review/runtime';

import { type Context, job } from '../context.ts';
import { evaluationAsError } from '../engine/evaluation.ts';
import type { RulePlace } from '../engine/rule.ts';
import { judgeNow } from '../judging/judge-now.ts';
import {
  firstByKey,
  latestRuns,
  makeResult,
  type NewJobs,
  type NewResult,
  type RequestedRun,
  type RunRef,
  type TracedSubmission,
  type WaitingSubmission,
} from '../runs/runs.pure.ts';
import {
  findDue,
  findSettled,
  holdSubmissions,
  lookUpResults,
  recordResults,
  reopenRuns,
} from '../runs/runs.sql.ts';
import { jobOf, prepareRuns } from './prepare-runs.ts';

// An inline call ends within 28 s of acceptance; whatever has none by then will never have one.
const INLINE_MS_MAX = 35_000;

/**
 * Evaluates what nobody waits for; the rest is left to its inline call for a while. A result that exact rules give is
 * sent and stands in no row: the submission is acknowledged only after it, and whoever gets the submission again finds
 * out as much.
 */
export async function evaluateSubmissions(
  ctx: Context,
  submitted: readonly TracedSubmission[],
  signal: AbortSignal,
): Promise<PendingEffect> {
  const waiting = submitted.filter(({ data }) => data.sync);
  if (waiting.length > 0) await holdSubmissions(ctx.db, waiting.map(withDueTime));
  const runs = submitted.filter(({ data }) => !data.sync).map(firstRunOf);
  const results = runs.length > 0 ? await evaluateFirstRuns(ctx, runs) : [];
  return ctx.results.forward(results, signal);
}

/** @returns the results that need no row; whatever else comes of the runs is written. */
async function evaluateFirstRuns(
  ctx: Context,
  runs: readonly RequestedRun[],
): Promise<readonly NewResult[]> {
  const open = await findOpen(ctx.db, [...firstByKey(runs, (run) => run).values()]);
  const { results, inShadow, ...left } = await prepareRuns(ctx, open, { withCostly: false });
  const hasRow = ({ data }: NewResult): boolean => inShadow.has(outputKey(data));
  await keep(ctx, results.filter(hasRow), left);
  return results.filter((result) => !hasRow(result));
}

/** Those of these runs that are yet to be evaluated. */
async function findOpen(db: Database, runs: readonly RequestedRun[]): Promise<RequestedRun[]> {
  const settled = new Set((await findSettled(db, runs)).map(outputKey));
  return runs.filter((run) => !settled.has(outputKey(run)));
}

function runOf({ data, traceparent }: TracedSubmission | TracedRequest, run: number): RequestedRun {
  const { workspaceId, id, projectId, taskId, content, attachments: files = [] } = data;
  return { workspaceId, id, run, projectId, taskId, content, files, traceparent };
}

/** The run that a submission itself asks for. */
function firstRunOf(traced: TracedSubmission): RequestedRun {
  return runOf(traced, 1);
}

function withDueTime(traced: TracedSubmission): WaitingSubmission {
  const acceptedMs = Date.parse(traced.data.acceptedAt);
  return { ...traced, dueAt: new Date(acceptedMs + INLINE_MS_MAX) };
}

interface TracedRequest {
  readonly data: OutputsReevaluationRequested;
  readonly traceparent: string | null;
}

/**
 * Publishes the stored results of these runs once more, and makes the runs that have none. A run
 * whose judges are being asked keeps its job.
 */
export async function evaluateAgain(
  ctx: Context,
  requested: readonly TracedRequest[],
): Promise<void> {
  const runs = latestRuns(requested, ({ data }) => data).map((each) => runOf(each, each.data.run));
  ctx.results.announceAgain(await reopenRuns(ctx.db, runs));
  const missing = await findOpen(ctx.db, runs);
  if (missing.length > 0) await evaluateRuns(ctx, missing);
}

/** A sync submission whose inline call never came or never ended is late already; a second more is no matter. */
export const evaluateDueSubmissions = job({
  name: 'sync submissions that are due',
  everyMs: 1_000,
  run: (ctx, signal) => takeDue(ctx, signal, (runs) => evaluateRuns(ctx, runs)),
});

/** Takes submissions that are due batch by batch, until there are no more. */
export async function takeDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
  evaluate: (runs: readonly RequestedRun[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const due = await findDue(db, clock.now());
    if (due.length === 0) return;
    await evaluate(due.map(firstRunOf));
  }
}

/**
 * Evaluates while the caller waits. Whoever comes second, a repeat or the sweeper, gets or leaves
 * the first result: it is committed before it is answered. Where judges are asked already, by the
 * rules of a moment ago, it waits for these. What exact rules take is not left to judges.
 */
export async function evaluateNow(
  ctx: Context,
  submission: OutputsSubmitted,
): Promise<OutputsEvaluated> {
  const endsAtMs = performance.now() + ctx.judgeSettings.inlineMs;
  const { workspaceId, id } = submission;
  const stored = await lookUpResults(ctx.db, workspaceId, [id]);
  if (stored[0]) return stored[0];

  const run = firstRunOf({ data: submission, traceparent: activeTraceparent() });
  // Somebody waits, so its costly rules are settled at once, before those of jobs.
  const { results, jobs } = await prepareRuns(ctx, [run], { withCostly: true });
  if (jobs[0]) return judgeNow(ctx, jobs[0], endsAtMs);
  const [recorded] = await recordResults(ctx.db, results);
  if (!recorded) {
    return judgeNow(ctx, jobOf(run, results[0]?.data.appliedRules ?? []), endsAtMs);
  }
  ctx.results.announce([recorded]);
  return recorded.data;
}

async function evaluateRuns(ctx: Context, runs: readonly RequestedRun[]): Promise<void> {
  const { results, ...left } = await prepareRuns(ctx, runs, { withCostly: false });
  await keep(ctx, results, left);
}

/**
 * Records results, and announces those that are the first of their runs. Runs whose rules are costly, or
 * that need judges, become jobs: nobody behind them waits for a check or a model.
 */
async function keep(
  ctx: Context,
  results: readonly NewResult[],
  { checks, jobs }: NewJobs,
): Promise<void> {
  ctx.results.announce(await recordResults(ctx.db, results));
  if (checks.length === 0 && jobs.length === 0) return;
  await ctx.jobTable.enqueue({ checks, jobs });
  ctx.checkWorker.wake();
  ctx.judgeWorker.wake();
}

const SET_ASIDE =
  'This output could not be evaluated, because its submission could not be processed. An ' +
  'operator can replay it.';

/**
 * Ends a run whose request was set aside as an error by each of its rules, as far as it says where it is, so that
 * nothing stays pending for ever and what the rules demand stays.
 */
export async function recordFailure(ctx: Context, run: RunRef & RulePlace): Promise<void> {
  const ruleSetOf = await ctx.ruleSets.read([run.workspaceId]);
  const rules = ruleSetOf(run.workspaceId).applicableTo(run);
  const evaluation = evaluationAsError(SET_ASIDE, rules);
  const result = makeResult({ ...run, traceparent: null }, evaluation, ctx.clock.now());
  ctx.results.announce(await recordResults(ctx.db, [result]));
}
