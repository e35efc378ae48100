import { type ApprovalBar, INTERNAL_OPERATIONS, outputKey } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import type { AuditOrigin } from '@output-review/shared-kernel';

import { assignReturned } from '../assignments/routing.ts';
import { releaseAll } from '../claims/claims.sql.ts';
import type { Context } from '../context.ts';
import type { OutputsTx } from '../destinations/change-outputs.ts';
import type { Output } from '../outputs/output.pure.ts';
import { addToTimeline, saveOutputs } from '../outputs/outputs.sql.ts';
import {
  type ApprovalCase,
  approve,
  type ApprovedOutput,
  type Approvers,
  type GivenApproval,
  needsApprovals,
  type Refusal,
} from './approvals.pure.ts';
import { addApprovals, findApprovals } from './approvals.sql.ts';
import { clearConclusions } from './conclusions.sql.ts';
import type { Decider } from './corrections.ts';
import { type DecidedChange, type DecisionRequest, reopen } from './decisions.pure.ts';

/** Some outputs need several approvals, and the approvers have not been requested yet. */
class ApproversUnknown extends Error {
  readonly ids: readonly string[];
  readonly groupIds: readonly string[];

  constructor(outputs: readonly ApprovedOutput[]) {
    super('Who may approve has not been asked');
    this.ids = outputs.map(({ id }) => id);
    this.groupIds = [...new Set(outputs.flatMap(groupsOf))];
  }
}

function groupsOf({ approvals: { groupIds = [] } }: ApprovedOutput): readonly string[] {
  return groupIds;
}

/** Whether the approvers were requested for this output and for its present groups. */
function isKnown(output: ApprovedOutput, { submitterOf, groups }: Approvers): boolean {
  return submitterOf.has(output.id) && groupsOf(output).every((groupId) => groups.has(groupId));
}

/**
 * Runs a decision and passes it the approvers only if it needs them. They are requested from the gateway right before
 * the decision, outside of its transaction, because review learns of lost roles with a delay.
 */
export async function withApprovers<T>(
  ctx: Context,
  caller: Decider,
  decideNow: (approvers: Approvers | null) => Promise<T>,
): Promise<T> {
  let approvers: Approvers | null = null;
  // Repeats if a concurrent evaluation requires other groups, or approvals for more outputs.
  for (;;) {
    try {
      return await decideNow(approvers);
    } catch (error) {
      if (!(error instanceof ApproversUnknown)) throw error;
      approvers = await findApprovers(ctx, caller, error);
    }
  }
}

// An output is shown without them, so it must not take longer than the caller of review waits.
const APPROVERS_TIMEOUT_MS = 5_000;

async function findApprovers(
  { gateway }: Pick<Context, 'gateway'>,
  { principal, assertion, requestId }: Decider,
  { ids, groupIds }: Pick<ApproversUnknown, 'ids' | 'groupIds'>,
): Promise<Approvers> {
  const { workspaceId } = principal;
  const body = { workspaceId, ids: [...ids], groupIds: [...groupIds] };
  const options = { body, assertion, requestId, timeoutMs: APPROVERS_TIMEOUT_MS };
  const found = await gateway.call(INTERNAL_OPERATIONS.findApprovers, options);
  return {
    userIds: new Set(found.userIds),
    submitterOf: new Map([
      ...ids.map((id): [string, null] => [id, null]),
      ...found.submitters.map(({ id, userId }): [string, string] => [id, userId]),
    ]),
    managerIds: found.managerIds ?? [],
    emailOf: new Map(found.emails?.map(({ userId, email }) => [userId, email])),
    groups: new Map(
      groupIds.map((groupId) => [
        groupId,
        found.groups?.find(({ id }) => id === groupId)?.userIds ?? [],
      ]),
    ),
  };
}

/** Why a person may not approve an undecided output, null if they may. */
export async function findBar(
  ctx: Context,
  output: ApprovalCase['output'],
  caller: Decider,
): Promise<ApprovalBar | null> {
  const { principal } = caller;
  if (principal.kind !== 'user') return null;
  const { groupIds = [] } = output.approvals;
  const [approvers, found] = await Promise.all([
    findApprovers(ctx, caller, { ids: [output.id], groupIds }),
    findApprovals(ctx.db, [output]),
  ]);
  const { given = [], actorIds = [] } = found.get(outputKey(output)) ?? {};
  const { userId, email } = principal;
  const step = approve({ output, given, actorIds }, approvers, { userId, email, comment: null });
  if (step.kind === 'repeated') return 'approved';
  return step.kind === 'refused' && step.why !== 'not-member' ? step.why : null;
}

interface Approving {
  readonly request: Pick<DecisionRequest, 'decision' | 'comment'>;
  readonly caller: Decider;
  readonly at: Date;
  /** Null if they have not been requested. */
  readonly approvers: Approvers | null;
}

/** The result of approving outputs. */
export interface Approved {
  /** The outputs that it decides. */
  readonly decided: readonly DecidedChange[];
  readonly given: readonly GivenApproval[];
  readonly refused: readonly { readonly id: string; readonly why: Refusal }[];
}

/** Decides locked outputs. Approving some of them may take several people. Any other decision takes effect at once. */
export async function approveLocked(
  tx: Transaction,
  changes: readonly DecidedChange[],
  { request: { decision, comment }, caller: { principal }, at, approvers }: Approving,
): Promise<Approved> {
  const several = changes.map(({ before }) => before).filter(needsApprovals);
  if (decision !== 'approved' || several.length === 0 || principal.kind !== 'user') {
    return { decided: changes, given: [], refused: [] };
  }
  if (!approvers || !several.every((output) => isKnown(output, approvers)))
    throw new ApproversUnknown(several);
  const found = await findApprovals(tx, several);
  const { userId, email } = principal;
  const given: GivenApproval[] = [];
  const refused: { id: string; why: Refusal }[] = [];
  const waiting = new Set<string>();
  for (const output of several) {
    const { given: former = [], actorIds = [] } = found.get(outputKey(output)) ?? {};
    // A decided output is approved from scratch.
    const approved = { output, given: output.decision ? [] : former, actorIds };
    const step = approve(approved, approvers, { userId, email, comment });
    if (step.kind !== 'given' || !step.isLast) waiting.add(output.id);
    if (step.kind === 'refused') refused.push({ id: output.id, why: step.why });
    if (step.kind !== 'given') continue;
    given.push({
      ...{ before: output, counted: step.counted },
      approval: { userId, email, comment, at },
    });
  }
  return { decided: changes.filter(({ before }) => !waiting.has(before.id)), given, refused };
}

/** Saves approvals, before the decisions that they complete. */
export async function saveApprovals(
  tx: OutputsTx,
  { given, decided }: Approved,
  origin: AuditOrigin,
): Promise<void> {
  if (given.length === 0) return;
  await addApprovals(tx, given);
  await addToTimeline(
    tx,
    given.map(({ before: { workspaceId, id, approvals }, approval, counted }) => ({
      ...{ workspaceId, id, at: approval.at, stage: 'approved', actor: approval.email },
      detail: describe(counted.length + 1, approvals.needed, approval.comment),
    })),
  );
  tx.auditEach(
    origin,
    stillWaiting({ given, decided }).map(
      ({ before: { workspaceId, id, approvals }, approval, counted }) => ({
        ...{ workspaceId, id, action: 'output.approved' },
        after: {
          comment: approval.comment,
          given: counted.length + 1,
          needed: approvals.needed,
        },
      }),
    ),
  );
}

function stillWaiting({ given, decided }: Pick<Approved, 'given' | 'decided'>) {
  const ids = new Set(decided.map(({ before }) => before.id));
  return given.filter(({ before }) => !ids.has(before.id));
}

function describe(given: number, needed: number, comment: string | null): string {
  const said = `${given} of ${needed} approvals`;
  return comment === null ? said : `${said}: ${comment}`;
}

/**
 * Keeps outputs that need more approvals in the queue, and notifies no destination. Viewers of the queue see the change
 * when the claim ends.
 */
export async function keepWaiting(tx: OutputsTx, approved: Approved): Promise<void> {
  const given = stillWaiting(approved);
  if (given.length === 0) return;
  const reopened = given.flatMap(({ before, approval: { at } }) =>
    before.decision ? [{ before, after: reopen(before, at), at }] : [],
  );
  const outputs: readonly Output[] = given.map(({ before }) => before);
  await saveOutputs(tx, reopened);
  for (const { before, at } of reopened) {
    await clearConclusions(tx, [before], at);
    await assignReturned(tx, before);
  }
  await releaseAll(tx, outputs);
  // Wakes the streams.
  await tx.notify([]);
}
