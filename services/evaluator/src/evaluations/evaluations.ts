import {
  outputKey,
  type OutputsEvaluated,
  type OutputsReevaluationRequested,
  type OutputsSubmitted,
} from '@output-review/contracts';
import {
  activeTraceparent,
  type Database,
  isTransientError,
  type PendingEffect,
} from '@output-review/runtime';

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
import { jobOf, prepareNow, prepareRuns } from './prepare-runs.ts';

// An inline call ends within 28 s of acceptance. A submission without a result by then will not get one from it.
const INLINE_MS_MAX = 35_000;

/**
 * Evaluates asynchronous submissions. Sync ones are left to their inline call for a while. A result of exact rules is
 * sent without storing a row: the submission is acknowledged only afterwards, and after a redelivery they reproduce the
 * result.
 */
export async function evaluateSubmissions(
  ctx: Context,
  submitted: readonly TracedSubmission[],
  signal: AbortSignal,
): Promise<PendingEffect> {
  const waiting = submitted.filter(({ data }) => data.sync);
  if (waiting.length > 0) await holdSubmissions(ctx.db, waiting.map(withDueTime));
  const runs = submitted.filter(({ data }) => !data.sync).map(firstRunOf);
  const sent: Promise<void>[] = [];
  if (runs.length > 0) {
    const open = await findOpen(ctx.db, [...firstByKey(runs, (run) => run).values()]);
    for await (const { results, inShadow, ...left } of prepareRuns(ctx, open)) {
      const hasRow = ({ data }: NewResult): boolean => inShadow.has(outputKey(data));
      await keep(ctx, results.filter(hasRow), left);
      const withoutRow = results.filter((result) => !hasRow(result));
      sent.push((await ctx.results.forward(withoutRow, signal)).committed);
    }
  }
  return { committed: Promise.all(sent).then(() => undefined) };
}

/** The runs that are not evaluated yet. */
async function findOpen(db: Database, runs: readonly RequestedRun[]): Promise<RequestedRun[]> {
  const settled = new Set((await findSettled(db, runs)).map(outputKey));
  return runs.filter((run) => !settled.has(outputKey(run)));
}

function runOf({ data, traceparent }: TracedSubmission | TracedRequest, run: number): RequestedRun {
  const { workspaceId, id, projectId, taskId, content, attachments: files = [] } = data;
  return { workspaceId, id, run, projectId, taskId, content, files, traceparent };
}

/** The run that a submission itself requests. */
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
 * Publishes the stored results of these runs again, and evaluates the runs that have none. A run that waits for judges
 * keeps its job.
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

/** Sync submissions whose inline call never came or finished are late already, so another second does not matter. */
export const evaluateDueSubmissions = job({
  name: 'evaluate due submissions',
  everyMs: 1_000,
  run: async (ctx, signal) => {
    while (!signal.aborted) {
      const due = await findDue(ctx.db, ctx.clock.now());
      if (due.length === 0) return;
      await evaluateDue(ctx, due.map(firstRunOf));
    }
  },
});

/** A run that breaks ends as an error, so that it does not delay the others at every look. */
async function evaluateDue(ctx: Context, runs: readonly RequestedRun[]): Promise<void> {
  try {
    await evaluateRuns(ctx, runs);
  } catch (error) {
    if (isTransientError(error)) throw error;
    const [run, ...others] = runs;
    if (others.length > 0) {
      for (const each of runs) await evaluateDue(ctx, [each]);
    } else if (run) {
      const { id } = run;
      ctx.log.error({ err: error, id }, 'due submission failed unexpectedly, ends as an error');
      await recordFailure(ctx, run, BROKEN);
    }
  }
}

/**
 * Evaluates while the caller waits. Results are committed before they are answered, so a duplicate call gets the first
 * result, and the job for due submissions skips it. If judges are already being asked, by slightly older rules, it
 * waits for them. The time that exact rules take is subtracted from that of judges.
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
  const { results, jobs } = await prepareNow(ctx, run);
  if (jobs[0]) return judgeNow(ctx, jobs[0], endsAtMs);
  const [recorded] = await recordResults(ctx.db, results);
  if (!recorded) {
    return judgeNow(ctx, jobOf(run, results[0]?.data.appliedRules ?? []), endsAtMs);
  }
  ctx.results.announce([recorded]);
  return recorded.data;
}

async function evaluateRuns(ctx: Context, runs: readonly RequestedRun[]): Promise<void> {
  for await (const { results, ...left } of prepareRuns(ctx, runs)) await keep(ctx, results, left);
}

/**
 * Records results, and announces those that are the first of their runs. Runs whose rules are costly, or that need
 * judges, become jobs, so that runs behind them do not wait for a check or a model.
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

export const BROKEN =
  'This output could not be checked: something went wrong on our side. Evaluate it again.';

/**
 * Ends a run that cannot be evaluated, such as one with a dead-lettered request, as an error of each of its rules, as
 * far as the request names its place. So no output stays pending forever, and the approvals that the rules require are
 * kept.
 */
export async function recordFailure(
  ctx: Context,
  run: RunRef & RulePlace,
  reason = SET_ASIDE,
): Promise<void> {
  const ruleSetOf = await ctx.ruleSets.read([run.workspaceId]);
  const rules = ruleSetOf(run.workspaceId).applicableTo(run);
  const evaluation = evaluationAsError(reason, rules);
  const result = makeResult({ ...run, traceparent: null }, evaluation, ctx.clock.now());
  ctx.results.announce(await recordResults(ctx.db, [result]));
}
