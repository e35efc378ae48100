import { type DeadlineAction, outputKey } from '@output-review/contracts';
import { unredacted } from '@output-review/shared-kernel';

import { assignEscalated } from '../assignments/routing.ts';
import { type Context, job } from '../context.ts';
import { saveDecisions } from '../decisions/decide.ts';
import { BARE_DECISION, conclude } from '../decisions/decisions.pure.ts';
import { changeOutputs, type OutputsTx } from '../destinations/change-outputs.ts';
import type { Actor, Deadline, Output } from '../outputs/output.pure.ts';
import { addToTimeline, saveOutputs } from '../outputs/outputs.sql.ts';
import { SYSTEM_ACTOR } from '../outputs/seen.ts';
import { isAnyDue, lockDue, whichApprove } from './deadlines.sql.ts';

const BATCH_MAX = 100;

const DEADLINE_ACTOR: Actor = { name: 'deadline', source: 'deadline' };

/** Acts up to a second late, which people do not notice. */
export const actOnDeadlines = job({
  name: 'act on deadlines',
  everyMs: 1_000,
  run: actOnDueDeadlines,
});

/** Applies deadlines of outputs that were not decided in time. Each acts once. */
async function actOnDueDeadlines(ctx: Context, signal: AbortSignal): Promise<void> {
  // Runs once a second, mostly with nothing to do: one statement is cheaper than a transaction.
  if (!(await isAnyDue(ctx.db, ctx.clock.now()))) return;
  let isMore: boolean;
  do isMore = await changeOutputs(ctx, (tx) => actOnBatch(tx, ctx.clock.now()));
  while (isMore && !signal.aborted);
}

/**
 * Handles one kind of deadline per transaction. Each transaction then updates counts once, in the order that all
 * transactions use. Otherwise it could deadlock with bulk decisions.
 *
 * @returns whether there may be more.
 */
async function actOnBatch(tx: OutputsTx, at: Date): Promise<boolean> {
  const due = await lockDue(tx, at, BATCH_MAX);
  const mayApprove = due.filter(({ deadline }) => deadline?.action === 'approve');
  const workspaceIds = new Set(mayApprove.map(({ workspaceId }) => workspaceId));
  const approving = await whichApprove(tx, [...workspaceIds]);
  const planned = due.flatMap((output) => {
    const { deadline, workspaceId } = output;
    if (!deadline) return [];
    return [{ output, deadline, ...effectOf(output, deadline, approving.has(workspaceId)) }];
  });
  const kind = planned[0]?.kind;
  if (kind === undefined) return false;
  const alike = planned.filter((each) => each.kind === kind);
  if (kind === 'escalate') await escalate(tx, alike, at);
  else await decideAll(tx, kind === 'approve' ? 'approved' : 'rejected', { planned: alike, at });
  return due.length === BATCH_MAX || alike.length < planned.length;
}

/** The effect of a deadline on an output. */
interface DeadlineEffect {
  readonly kind: DeadlineAction;
  /** Why it escalates instead of approving, otherwise null. */
  readonly reason: string | null;
}

interface Planned extends DeadlineEffect {
  readonly output: Output;
  readonly deadline: Deadline;
}

/**
 * The effect of a deadline that is due.
 *
 * @param mayApprove whether the workspace allows approval by deadline.
 */
function effectOf(
  { verdict, approvals }: Output,
  { action }: Deadline,
  mayApprove: boolean,
): DeadlineEffect {
  if (action !== 'approve') return { kind: action, reason: null };
  if (!mayApprove) return escalation('Approval by deadline is turned off.');
  if (approvals) return escalation(`It needs ${approvals.needed} approvals.`);
  if (verdict !== 'pass') return escalation('Not every rule passed.');
  return { kind: action, reason: null };
}

const escalation = (reason: string): DeadlineEffect => ({ kind: 'escalate', reason });

/** Decides like a person would. */
async function decideAll(
  tx: OutputsTx,
  decision: 'approved' | 'rejected',
  { planned, at }: { readonly planned: readonly Planned[]; readonly at: Date },
): Promise<void> {
  const request = { ...BARE_DECISION, decision };
  const decided = planned.map(({ output, deadline }) => {
    const after = conclude(output, request, { ...DEADLINE_ACTOR, at });
    return { before: output, after: { ...after, deadline: { ...deadline, actedAt: at } } };
  });
  await saveDecisions(tx, decided, { ...request, origin: SYSTEM_ACTOR });
}

/** Requests a decision again, from the escalation group if there is one. */
async function escalate(tx: OutputsTx, escalations: readonly Planned[], at: Date): Promise<void> {
  await saveOutputs(
    tx,
    escalations.map(({ output, deadline }) => ({
      before: output,
      after: { ...output, deadline: { ...deadline, actedAt: at, escalatedAt: at } },
    })),
  );
  const routed = await assignEscalated(
    tx,
    escalations.map(({ output }) => output),
  );
  const groups = new Map(routed.map((each) => [outputKey(each), each.groupId]));
  await addToTimeline(
    tx,
    escalations.map(({ output: { workspaceId, id }, reason }) => ({
      ...{ workspaceId, id, at, stage: 'escalated', actor: DEADLINE_ACTOR.name, detail: reason },
    })),
  );
  await tx.notify(
    escalations.map(({ output: { workspaceId, id } }) => ({
      ...{ workspaceId, id, event: 'escalated', at },
    })),
  );
  tx.auditEach(
    SYSTEM_ACTOR,
    escalations.map(({ output: { workspaceId, id, status } }) => ({
      ...{ workspaceId, id, action: 'output.escalated' },
      after: {
        status: unredacted(status),
        groupId: unredacted(groups.get(outputKey({ workspaceId, id })) ?? null),
      },
    })),
  );
}
