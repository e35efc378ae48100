import {
  type Decision,
  type DecisionSource,
  outputKey,
  outputsDecided,
  sourceInEvents,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Clock, Transaction } from '@output-review/runtime';
import { type AuditOrigin, type KnownState, unredacted } from '@output-review/shared-kernel';

import { refuseClaimed } from '../claims/claims.ts';
import type { Context } from '../context.ts';
import { changeOutputs, type OutputsTx } from '../destinations/change-outputs.ts';
import { findReasons } from '../destinations/notifications.sql.ts';
import { findJudged, UNREADABLE } from '../outputs/contents.sql.ts';
import { actorOf, type OutputKey } from '../outputs/output.pure.ts';
import { addToTimeline, lockOutputs, saveOutputs } from '../outputs/outputs.sql.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import {
  approveLocked,
  type Approved,
  keepWaiting,
  saveApprovals,
  withApprovers,
} from './approvals.ts';
import { type Approvers, refuseBesideApprovals, toError } from './approvals.pure.ts';
import { addConclusions, clearConclusions, findConclusions } from './conclusions.sql.ts';
import { checkCorrection, type Decider } from './corrections.ts';
import {
  checkConclusion,
  type Conclusion,
  correctContent,
  correctedParts,
  type CorrectionCheck,
  decide,
  type DecidedChange,
  type DecisionRequest,
  describeDecision,
  isConfirmation,
} from './decisions.pure.ts';

interface Deciding {
  readonly request: DecisionRequest;
  readonly caller: Decider;
  /** Whether to override the claim of another person. */
  readonly takeOver?: boolean;
  /** Where it was decided, if the caller does not say so. */
  readonly source?: DecisionSource;
}

/**
 * Decides one output. Repeating the same decision changes nothing and notifies no one.
 *
 * A correction is checked in between, which may take a while. Whether the output may be decided is checked before, to
 * avoid asking rules for nothing, and again when it is decided.
 *
 * @returns the decision of the output, null if more approvals are needed.
 */
export async function decideOne(
  ctx: Context,
  key: OutputKey,
  deciding: Deciding,
): Promise<Decision | null> {
  const { request, caller } = deciding;
  checkConclusion(request);
  const decideNow = (tx: Transaction, approvers: Approvers | null) =>
    decideLocked(tx, key, { ...deciding, clock: ctx.clock, approvers });
  let check: CorrectionCheck | null = null;
  if (correctedParts(request).length > 0) {
    // A correction is not an approval.
    const { decided, decision } = await ctx.db.transaction((tx) => decideNow(tx, null));
    if (decided.length === 0) return decision;
    const judged = (await findJudged(ctx.db, key)) ?? UNREADABLE;
    const corrected = { ...judged, content: correctContent(judged.content, request) };
    check = await checkCorrection(ctx, corrected, deciding);
  }
  return withApprovers(ctx, caller, (approvers) =>
    changeOutputs(ctx, async (tx) => {
      const { decision, ...made } = await decideNow(tx, approvers);
      await saveApproved(tx, made, { ...request, origin: caller, check });
      return decision;
    }),
  );
}

interface DecidingNow extends Deciding {
  readonly clock: Clock;
  /** Null if they have not been requested. */
  readonly approvers: Approvers | null;
}

/** The result of a decision, and the decision of the output after it. */
interface Made extends Approved {
  readonly decision: Decision | null;
}

/** Nothing changes if the output already has this decision. */
async function decideLocked(tx: Transaction, key: OutputKey, deciding: DecidingNow): Promise<Made> {
  const { request, caller, takeOver, source } = deciding;
  const [output] = await lockOutputs(tx, [key]);
  if (!output) throw noSuchOutput();
  // Read after the wait for the lock.
  const at = deciding.clock.now();
  const present = (await findConclusions(tx, [key])).get(outputKey(key)) ?? null;
  if (output.approvals) refuseBesideApprovals(request, caller.principal);
  const actor = actorOf(caller.principal);
  const by = { ...actor, source: source ?? actor.source, at };
  const after = decide({ output, present }, request, by);
  if (!after) return { decided: [], given: [], refused: [], decision: request.decision };
  await requireReasons(tx, key.workspaceId, request.reasonIds);
  if (takeOver !== true) await refuseClaimed(tx, key, caller.principal);
  const approved = await approveLocked(tx, [{ before: output, after }], { ...deciding, at });
  const [refusal] = approved.refused;
  if (refusal) throw toError(refusal.why);
  return { ...approved, decision: approved.decided.length > 0 ? request.decision : null };
}

/**
 * Refuses reasons that cannot be given to a new decision.
 *
 * @throws AppError VALIDATION_FAILED with each of them.
 */
export async function requireReasons(
  tx: Transaction,
  workspaceId: string,
  reasonIds: readonly string[],
): Promise<void> {
  if (reasonIds.length === 0) return;
  const known = new Map((await findReasons(tx, workspaceId)).map((each) => [each.id, each]));
  const faults = reasonIds.flatMap((id, n): [string, string][] => {
    const reason = known.get(id);
    if (reason?.isActive === true) return [];
    const why = reason ? 'This reason is retired.' : 'The workspace has no such reason.';
    return [[`reasonIds.${n}`, why]];
  });
  if (faults.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'A reason is unknown or retired. See `fields`.', {
    fields: Object.fromEntries(faults),
  });
}

/** Saves approvals and the decisions that they complete. All transactions count decisions before they end claims. */
export async function saveApproved(
  tx: OutputsTx,
  approved: Approved,
  decisions: Decisions,
): Promise<void> {
  await saveApprovals(tx, approved, decisions.origin);
  await saveDecisions(tx, approved.decided, decisions);
  await keepWaiting(tx, approved);
}

interface Decisions extends Conclusion {
  readonly origin: AuditOrigin;
  /** Of the correction. */
  readonly check?: CorrectionCheck | null;
}

/** Saves the same decision of outputs: the row, the list of decisions, the timeline, the event and the audit record. */
export async function saveDecisions(
  tx: OutputsTx,
  decided: readonly DecidedChange[],
  { origin, check = null, ...conclusion }: Decisions,
): Promise<void> {
  const { decision, comment, correctedOutput, correctedAction, reasonIds } = conclusion;
  const said = { decision, comment, correctedOutput, correctedAction };
  const [first] = decided;
  if (!first) return;
  const { by, source, at } = first.after.decision;
  await saveOutputs(tx, decided);
  const former = decided.map(({ before }) => before).filter((before) => before.decision !== null);
  await clearConclusions(tx, former, at);
  const made = decided.map(({ after }) => after);
  await addConclusions(tx, made, { ...said, reasonIds, by, source, at });
  const event = { at, stage: 'decided', actor: by } as const;
  const detail = describeDecision(decision, check);
  await addToTimeline(
    tx,
    made.map(({ workspaceId, id }) => ({ workspaceId, id, ...event, detail })),
  );
  await tx.notify(
    decided.map(({ before, after: { workspaceId, id, decision: current } }) => ({
      ...{ workspaceId, id, event: decision, at, isSilent: isConfirmation(before, current) },
    })),
  );
  tx.publishEach(
    outputsDecided,
    made.map(({ workspaceId, id, projectId, taskId, sequence }) => ({
      ...{ workspaceId, id, sequence, decidedAt: at.toISOString(), decidedBy: by },
      ...{ source: sourceInEvents(source), ...said, projectId, taskId },
    })),
  );
  tx.auditEach(
    origin,
    decided.map(({ before, after: { workspaceId, id } }) => ({
      ...{ workspaceId, id, action: 'output.decided' },
      before: { decision: unredacted(before.decision?.decision ?? null) },
      after: { ...said, decision: unredacted(decision), ...auditedMore(check, reasonIds) },
    })),
  );
}

/** The reasons, and for a correction the rules that it did not pass. */
function auditedMore(check: CorrectionCheck | null, reasonIds: readonly string[]): KnownState {
  const reasons = reasonIds.length > 0 ? { reasonIds: unredacted(reasonIds) } : {};
  if (!check?.notPassed?.length) return reasons;
  const ruleIds = check.notPassed.flatMap(({ ruleId }) => ruleId ?? []);
  return { ...reasons, confirmFlagged: check.isConfirmed, failedRules: unredacted(ruleIds) };
}
