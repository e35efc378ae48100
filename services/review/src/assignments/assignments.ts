import { isAtLeast, type UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { transact, unredacted } from '@output-review/shared-kernel';
import type { Transaction } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type OutputKey, personOf, refuseUndecidable } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { type Caller, noSuchOutput } from '../outputs/seen.ts';
import type { AssigneeOf } from './assignee.sql.ts';
import { assign, findHolder, type Holder, lockGroup, lockReviewer } from './assignments.sql.ts';

/** Undefined: as it is. */
interface Wanted {
  readonly userId?: string | null;
  readonly groupId?: string | null;
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN, NOT_FOUND, STILL_EVALUATING, ALREADY_DECIDED, CONFLICT. */
export function assignOne(
  ctx: Context,
  key: OutputKey,
  { wanted, caller }: { readonly wanted: Wanted; readonly caller: Caller },
): Promise<AssigneeOf | null> {
  const person = personOf(caller.principal, 'Only people can assign outputs.');
  return transact(ctx, async (tx) => {
    // Before the output, as whoever learns of people who left does.
    await lockWanted(tx, key.workspaceId, wanted);
    const [output] = await lockOutputs(tx, [key]);
    if (!output) throw noSuchOutput();
    refuseUndecidable({ ...output, isDecided: output.decision !== null });
    const before = await findHolder(tx, key);
    const after = holderAfter(before, wanted);
    if (!mayAssign(person, before, after)) {
      throw new AppError(
        'FORBIDDEN',
        'You can take outputs yourself and give your own back. Ask a manager to assign other people.',
      );
    }
    const assignee = await assign(tx, key, after);
    tx.audit(caller, {
      ...{ workspaceId: key.workspaceId, action: 'output.assigned', logId: key.id },
      ...{ target: { kind: 'output', id: key.id }, before: stateOf(before), after: stateOf(after) },
    });
    tx.onCommit(ctx.jobs.tailEvents.wake);
    return assignee;
  });
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

/** A person who takes it keeps in mind which group it came from. */
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
