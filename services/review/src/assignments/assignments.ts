import { type INTERNAL_OPERATIONS, isAtLeast, type UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { transact, unredacted } from '@output-review/shared-kernel';
import type { RequestOf, Transaction } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type Output, type OutputKey, personOf, undecidable } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { type Caller, noSuchOutput } from '../outputs/seen.ts';
import {
  assign,
  type AssigneeOf,
  findHolders,
  type Held,
  type Holder,
  lockGroup,
  lockReviewer,
  moveWork,
} from './assignments.sql.ts';

/** Undefined leaves the assignee unchanged. */
interface Wanted {
  readonly userId?: string | null;
  readonly groupId?: string | null;
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN, NOT_FOUND, STILL_EVALUATING, ALREADY_DECIDED, CONFLICT. */
export async function assignOne(
  ctx: Context,
  key: OutputKey,
  assigning: Assigning,
): Promise<AssigneeOf | null> {
  const { assignees, refused } = await assignAll(ctx, [key], assigning);
  for (const { error } of refused) throw error;
  return assignees[0] ?? null;
}

/** Assigns every output that can be assigned, in one transaction. @throws AppError VALIDATION_FAILED, FORBIDDEN. */
export async function assignAll(
  ctx: Context,
  keys: readonly OutputKey[],
  { wanted, caller }: Assigning,
): Promise<Assigned> {
  const person = personOf(caller.principal, 'Only people can assign outputs.');
  return transact(ctx, async (tx) => {
    // Before the outputs: the handler of departed people locks in the same order.
    await lockWanted(tx, person.workspaceId, wanted);
    const outputs = new Map((await lockOutputs(tx, keys)).map((each) => [each.id, each]));
    const holders = new Map((await findHolders(tx, keys)).map((each) => [each.id, each]));
    const held: Held[] = [];
    const refused: Refused[] = [];
    for (const { workspaceId, id } of keys) {
      const before = holders.get(id) ?? NOBODY;
      const after = holderAfter(before, wanted);
      const error = refusalOf(person, { output: outputs.get(id), before, after });
      if (error) {
        refused.push({ id, error });
        continue;
      }
      held.push({ workspaceId, id, ...after });
      tx.audit(caller, {
        ...{ workspaceId, action: 'output.assigned', logId: id, target: { kind: 'output', id } },
        ...{ before: stateOf(before), after: stateOf(after) },
      });
    }
    const assignees = await assign(tx, held);
    tx.onCommit(ctx.jobs.tailEvents.wake);
    return { assignees, ids: held.map(({ id }) => id), refused };
  });
}

/**
 * Moves a page of the work of a group to another group. @returns how much is left: all of it if there is no other
 * group.
 */
export function moveWorkOf(
  ctx: Context,
  request: RequestOf<typeof INTERNAL_OPERATIONS.moveGroupWork>,
): Promise<{ readonly left: number; readonly hasMore?: boolean }> {
  const { workspaceId, groupId, moveTo = null } = request.body;
  return transact(ctx, async (tx) => {
    const { moved, left, hasMore } = await moveWork(tx, { workspaceId, groupId, moveTo });
    for (const id of moved) {
      tx.audit(request, {
        ...{ workspaceId, action: 'output.assigned', logId: id, target: { kind: 'output', id } },
        ...{ before: { groupId: unredacted(groupId) }, after: { groupId: unredacted(moveTo) } },
      });
    }
    tx.onCommit(ctx.jobs.tailEvents.wake);
    return { left, ...(hasMore && { hasMore }) };
  });
}

interface Assigning {
  readonly wanted: Wanted;
  readonly caller: Caller;
}

interface Assigned {
  readonly ids: readonly string[];
  readonly assignees: readonly (AssigneeOf | null)[];
  readonly refused: readonly Refused[];
}

interface Refused {
  readonly id: string;
  readonly error: AppError;
}

const NOBODY: Holder = { userId: null, groupId: null };

interface Change {
  readonly output: Output | undefined;
  readonly before: Holder;
  readonly after: Holder;
}

/** Why an output cannot be assigned, null if it can. */
function refusalOf(person: UserPrincipal, { output, before, after }: Change): AppError | null {
  if (!output) return noSuchOutput();
  const refusal = undecidable({ ...output, isDecided: output.decision !== null });
  if (refusal || mayAssign(person, before, after)) return refusal;
  return new AppError(
    'FORBIDDEN',
    'You can take outputs yourself and give your own back. Ask a manager to assign other people.',
  );
}

async function lockWanted(
  tx: Transaction,
  workspaceId: string,
  { userId, groupId }: Wanted,
): Promise<void> {
  if (userId === undefined && groupId === undefined) {
    throw fault('userId', 'Send userId or groupId.');
  }
  if (typeof userId === 'string' && !(await lockReviewer(tx, workspaceId, userId))) {
    throw fault('userId', 'Is not a member of this workspace who can decide.');
  }
  if (typeof groupId === 'string' && !(await lockGroup(tx, workspaceId, groupId))) {
    throw fault('groupId', 'Is not a group of this workspace.');
  }
}

function fault(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } });
}

/** When a person takes the output, records the group that it came from. */
function holderAfter(before: Holder, { userId = null, groupId }: Wanted): Holder {
  return { userId, groupId: groupId === undefined ? before.groupId : groupId };
}

function mayAssign({ role, userId }: UserPrincipal, before: Holder, after: Holder): boolean {
  if (isAtLeast(role, 'manager')) return true;
  const isTaking = after.userId === userId;
  const isGivingBack = after.userId === null && [null, userId].includes(before.userId);
  return before.groupId === after.groupId && (isTaking || isGivingBack);
}

const stateOf = ({ userId, groupId }: Holder) => ({
  userId: unredacted(userId),
  groupId: unredacted(groupId),
});
