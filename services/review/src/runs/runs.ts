import { outputKey, outputsReevaluationRequested } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { unredacted } from '@output-review/shared-kernel';

import { type Context, job } from '../context.ts';
import { restartDeadline } from '../decisions/decisions.pure.ts';
import { changeOutputs, type OutputsTx } from '../destinations/change-outputs.ts';
import { findRunContents } from '../outputs/contents.sql.ts';
import {
  actorOf,
  type Change,
  heldBecause,
  isSetAside,
  type Output,
  type OutputKey,
  refuseSetAside,
  refuseUnevaluated,
} from '../outputs/output.pure.ts';
import { addToTimeline, lockOutputs, saveOutputs } from '../outputs/outputs.sql.ts';
import { type Caller, noSuchOutput } from '../outputs/seen.ts';
import { chunksOf, findPendingSince, restartApprovals, takeEdits } from './runs.sql.ts';

/** Evaluates one output again with the current rules. */
export function evaluateOneAgain(ctx: Context, key: OutputKey, caller: Caller): Promise<void> {
  return changeOutputs(ctx, async (tx) => {
    const [before] = await lockOutputs(tx, [key]);
    if (!before) throw noSuchOutput();
    const after = startRun(before, ctx.clock.now());
    await beginRuns(tx, [{ before, after }], actorOf(caller.principal).name);
    tx.auditEach(caller, [
      {
        ...{ ...key, action: 'output.reevaluated' },
        before: { status: unredacted(before.status), run: before.run },
        after: { status: unredacted(after.status), run: after.run },
      },
    ]);
  });
}

/** Starts a run for each of these outputs that may have one: undecided and not pending. @returns how many. */
export async function startRuns(ctx: Context, keys: readonly OutputKey[]): Promise<number> {
  let started = 0;
  for (const chunk of await chunksOf(ctx.db, keys)) {
    started += await changeOutputs(ctx, (tx) => startReady(tx, chunk, ctx.clock.now()));
  }
  return started;
}

async function startReady(tx: OutputsTx, keys: readonly OutputKey[], at: Date): Promise<number> {
  const outputs = await lockOutputs(tx, keys);
  const ready = outputs.filter(
    (output) => output.status !== 'pending' && !output.decision && !isSetAside(output),
  );
  await beginRuns(
    tx,
    ready.map((before) => ({ before, after: startRun(before, at) })),
    null,
  );
  return ready.length;
}

/**
 * Starts the next evaluation of an undecided output. It is pending until the result arrives, and results of the
 * previous run are ignored.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT if there is nothing to evaluate.
 */
function startRun(output: Output, now: Date): Output {
  refuseUnevaluated(output);
  refuseSetAside(output, 'there is nothing to evaluate.');
  if (output.decision) {
    throw new AppError('ALREADY_DECIDED', 'A decided output cannot be evaluated again.');
  }
  return {
    ...output,
    status: 'pending',
    verdict: null,
    confidenceScore: null,
    evaluatedAt: null,
    isSampled: false,
    outcomeSet: null,
    shadowSet: null,
    queuedAt: now,
    // A pass had cancelled the deadline. An output that already waits keeps its deadline.
    deadline: output.status === 'pass' ? restartDeadline(output, now) : output.deadline,
    run: output.run + 1,
  };
}

async function beginRuns(
  tx: OutputsTx,
  runs: readonly Change[],
  actor: string | null,
): Promise<void> {
  if (runs.length === 0) return;
  // The row shows the times of the new run. Those of the previous run stay in the timeline.
  await addToTimeline(
    tx,
    runs.flatMap(({ before, after }) => [
      ...formerRun(before),
      {
        ...keyOf(after),
        at: after.queuedAt,
        stage: 'queued' as const,
        actor,
        detail: `Evaluation ${after.run}`,
      },
    ]),
  );
  const former = runs.map(({ before }) => before);
  const approved = former.filter(({ approvals }) => approvals);
  if (approved.length > 0) await restartApprovals(tx, approved);
  await takeEdits(tx, former);
  await saveOutputs(tx, runs);
  await requestRuns(
    tx,
    runs.map(({ after }) => after),
  );
}

function formerRun(output: Output) {
  if (!output.evaluatedAt) return [];
  const { evaluatedAt: at, status, verdict, isFlagged, approvals } = output;
  const event = { ...keyOf(output), at, actor: null };
  // A flag or a rule is a more specific reason than approval.
  const requireApproval = output.requireApproval && !isFlagged && verdict !== 'fail';
  const why = heldBecause({ status, verdict, requireApproval, isAsked: approvals !== null });
  return [
    { ...event, stage: 'evaluated' as const, detail: verdict ?? 'error' },
    ...(why === null ? [] : [{ ...event, stage: 'flagged' as const, detail: why }]),
  ];
}

export const resendPending = job({
  name: 'resend pending',
  everyMs: 60_000,
  run: resendPendingOutputs,
});

/** By then, runs without a judge have long ended, and so have runs whose judge is down. */
const PENDING_MS_MAX = 15 * 60_000;
const BATCH_MAX = 200;

/**
 * Requests runs again that have been pending for too long. The evaluator responds with its stored result, keeps its
 * job, or starts one. Each output is requested once per interval.
 */
async function resendPendingOutputs(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  const keys = await findPendingSince(ctx.db, new Date(at.getTime() - PENDING_MS_MAX), BATCH_MAX);
  for (const chunk of await chunksOf(ctx.db, keys)) {
    await changeOutputs(ctx, (tx) => askAgain(tx, chunk, at));
  }
}

async function askAgain(tx: OutputsTx, keys: readonly OutputKey[], at: Date): Promise<void> {
  const locked = await lockOutputs(tx, keys);
  const pending = locked.filter(({ status }) => status === 'pending');
  const asked = pending.map((before) => ({ before, after: { ...before, queuedAt: at } }));
  await saveOutputs(tx, asked);
  await requestRuns(
    tx,
    asked.map(({ after }) => after),
  );
}

/** Asks the evaluator for the current runs of these outputs. */
async function requestRuns(tx: OutputsTx, outputs: readonly Output[]): Promise<void> {
  const contents = await findRunContents(tx, outputs);
  tx.publishEach(
    outputsReevaluationRequested,
    outputs.flatMap((output) => {
      const found = contents.get(outputKey(output));
      if (!found) return [];
      const { attachments, ...judged } = found;
      const { run, queuedAt } = output;
      const request = { ...keyOf(output), run, requestedAt: queuedAt.toISOString(), ...judged };
      return [attachments.length === 0 ? request : { ...request, attachments }];
    }),
  );
}

function keyOf({ workspaceId, id }: OutputKey): OutputKey {
  return { workspaceId, id };
}
