import {
  type BodyOf,
  deleteGroup as deleteGroupOperation,
  GROUPS_MAX,
  INTERNAL_OPERATIONS,
  type PeopleChanged,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type Database, foldKey, newId, type Transaction } from '@output-review/runtime';
import { type Tx, unredacted } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { publishPeople } from '../people/announce.sql.ts';
import { groupFault } from '../people/approvers.sql.ts';
import { lockMembers } from '../people/members.sql.ts';
import { mayAs, type Member } from '../people/people.pure.ts';
import {
  requireReview,
  tellReview as tellReviewOfProjects,
  tryTellReview,
} from '../projects/review.ts';
import { moveRouting } from '../projects/routing.ts';
import { countRouted, keepGroups } from '../projects/routing.sql.ts';
import { type Group, groupsOf, lockGroup, removeGroup, saveGroup } from './groups.sql.ts';

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

/**
 * Locks the workspace and returns its members.
 *
 * @throws AppError FORBIDDEN if the caller was removed or demoted after the request was admitted.
 */
async function lockMembersFor(tx: Transaction, request: UserRequest): Promise<readonly Member[]> {
  const members = await lockMembers(tx, request.principal.workspaceId);
  if (mayAs('manager', members, request.principal.userId)) return members;
  throw new AppError('FORBIDDEN', 'You are no longer a manager.');
}

/**
 * Changes groups under the lock of the workspace, so that no member of a group leaves at the same time.
 *
 * @returns the result, and the change that review must be told of.
 */
async function changeGroups<T>(
  ctx: Context,
  request: UserRequest,
  work: (tx: Tx, userIds: ReadonlySet<string>) => Promise<T>,
): Promise<[result: T, people: PeopleChanged]> {
  const { workspaceId } = request.principal;
  // Review must know of a group before the answer, so nothing changes while it is unreachable. If it fails after this
  // check, an update fails and can be repeated. A creation or deletion is answered, and review learns of it later.
  await requireReview(ctx, workspaceId);
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    const members = await lockMembersFor(tx, request);
    const done = await work(tx, new Set(members.map(({ userId }) => userId)));
    return [done, await publishPeople(tx, workspaceId, ctx.clock.now())];
  });
}

async function tellReview(
  { review, assertion }: Context,
  body: PeopleChanged,
  signal?: AbortSignal,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyPeopleChange, {
    ...{ body, assertion, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) },
  });
}

/** @throws AppError FORBIDDEN, CONFLICT, VALIDATION_FAILED. */
export async function addGroup(
  ctx: Context,
  request: UserRequest,
  wanted: Pick<Group, 'name' | 'userIds'>,
): Promise<Group> {
  const { workspaceId } = request.principal;
  const [group, told] = await changeGroups(ctx, request, async (tx, people) => {
    if ((await groupsOf(tx, workspaceId)).length >= GROUPS_MAX) {
      throw new AppError(
        'CONFLICT',
        `This workspace has ${GROUPS_MAX} groups, the maximum. Delete one first.`,
      );
    }
    const made = { ...wanted, id: newId(), createdAt: ctx.clock.now() };
    const saved = await save(tx, workspaceId, { group: made, people });
    audit(tx, request, { action: 'group.created', before: null, after: saved });
    return saved;
  });
  await tryTellReview(ctx, request.requestId, (signal) => tellReview(ctx, told, signal));
  return group;
}

interface GroupUpdate {
  readonly id: string;
  /** Undefined: unchanged. */
  readonly name: string | undefined;
  readonly userIds: readonly string[] | undefined;
}

/** @throws AppError FORBIDDEN, NOT_FOUND, CONFLICT, VALIDATION_FAILED. */
export async function changeGroup(
  ctx: Context,
  request: UserRequest,
  { id, name, userIds }: GroupUpdate,
): Promise<Group> {
  const { workspaceId } = request.principal;
  const [changed, told] = await changeGroups(ctx, request, async (tx, people) => {
    const before = await lockGroup(tx, workspaceId, id);
    if (!before) throw noSuchGroup();
    const group = { ...before, name: name ?? before.name, userIds: userIds ?? before.userIds };
    const after = await save(tx, workspaceId, { group, people });
    audit(tx, request, { action: 'group.updated', before, after });
    return after;
  });
  await tellReview(ctx, told);
  return changed;
}

interface GroupRemoval {
  readonly id: string;
  /** The group that receives its work. */
  readonly moveTo: string | undefined;
}

/** @throws AppError FORBIDDEN, NOT_FOUND, CONFLICT, VALIDATION_FAILED. */
export async function deleteGroup(
  ctx: Context,
  request: UserRequest,
  { id, moveTo }: GroupRemoval,
): Promise<void> {
  const { workspaceId } = request.principal;
  if (moveTo !== undefined) await moveMostWork(ctx, request, { id, moveTo });
  const [projects, people] = await changeGroups(ctx, request, async (tx) => {
    const before = await lockRemovable(tx, workspaceId, { id, moveTo });
    // The only transaction that waits for other services, because the other group must stay. They do not call back.
    await emptyGroup(ctx, request, { id, moveTo });
    // From now on projects and tasks name the other group. The lock on this group keeps any from naming it again.
    const at = ctx.clock.now();
    const moved = moveTo
      ? await moveRouting(tx, request, { workspaceId, from: id, to: moveTo, at })
      : [];
    await removeGroup(tx, workspaceId, id);
    audit(tx, request, { action: 'group.deleted', before, after: null });
    return moved;
  });
  // Told separately, so that a failure of one does not stop the other.
  const tells = [(signal: AbortSignal) => tellReview(ctx, people, signal)];
  if (projects.length > 0) tells.push((signal) => tellReviewOfProjects(ctx, projects, signal));
  await Promise.all(tells.map((tell) => tryTellReview(ctx, request.requestId, tell)));
}

/**
 * Locks a group that can be deleted.
 *
 * @throws AppError NOT_FOUND; VALIDATION_FAILED if the target is not another group; CONFLICT if projects and tasks need
 *   a target.
 */
async function lockRemovable(
  tx: Transaction,
  workspaceId: string,
  { id, moveTo }: GroupRemoval,
): Promise<Group> {
  const group = await lockGroup(tx, workspaceId, id);
  if (!group) throw noSuchGroup();
  if (moveTo === undefined) {
    const named = await countRouted(tx, workspaceId, id);
    if (named === 0) return group;
    throw new AppError(
      'CONFLICT',
      `Projects and tasks whose outputs go to this group: ${named}. Choose another group (moveTo), or change their settings.`,
    );
  }
  const isThere = (await keepGroups(tx, workspaceId, [moveTo])).has(moveTo);
  if (moveTo !== id && isThere) return group;
  const message = 'Must be another group of this workspace.';
  throw new AppError('VALIDATION_FAILED', message, { fields: { moveTo: message } });
}

/** Makes review move the work of the group in several calls, so that the transaction waits for a single call. */
async function moveMostWork(
  ctx: Context,
  request: UserRequest,
  removal: GroupRemoval,
): Promise<void> {
  const { workspaceId } = request.principal;
  for (let hasMore = true; hasMore;) {
    // Checked each time, because all calls together may take minutes.
    await ctx.turns.transact(ctx, workspaceId, async (tx) => {
      await lockMembersFor(tx, request);
      await lockRemovable(tx, workspaceId, removal);
    });
    ({ hasMore = false } = await moveWork(ctx, request, removal));
  }
}

/** Makes review move the group's work, with late arrivals, and the evaluator point its rules at the other group. */
async function emptyGroup(
  ctx: Context,
  request: UserRequest,
  removal: GroupRemoval,
): Promise<void> {
  const rules = await ctx.evaluator.call(
    INTERNAL_OPERATIONS.moveGroupRules,
    movingOf(ctx, request, removal),
  );
  const outputs = await moveWork(ctx, request, removal);
  if (outputs.hasMore) {
    throw new AppError(
      'CONFLICT',
      'This group got more outputs than could be moved in the meantime. Delete it again.',
    );
  }
  if (rules.left + outputs.left === 0) return;
  throw new AppError(
    'CONFLICT',
    `Outputs that wait for this group: ${outputs.left}. Rules that need its approval: ${rules.left}. ` +
      'Choose another group that gets them (moveTo).',
  );
}

function moveWork(ctx: Context, request: UserRequest, removal: GroupRemoval) {
  return ctx.review.call(INTERNAL_OPERATIONS.moveGroupWork, movingOf(ctx, request, removal));
}

/** Calls in the name of the user, because the called service records the user in the audit. */
function movingOf(
  { issuer }: Context,
  { principal, clientAddress, requestId }: UserRequest,
  { id, moveTo }: GroupRemoval,
) {
  const { workspaceId } = principal;
  const body = { workspaceId, groupId: id, ...(moveTo !== undefined && { moveTo }) };
  // One per call: moving a lot of work outlasts a single assertion.
  const assertion = () => issuer.issue(principal, deleteGroupOperation);
  return { body, assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress };
}

type CheckedGroup = BodyOf<typeof INTERNAL_OPERATIONS.checkApprovalGroup>;

/**
 * Why a rule cannot name a group; null if it can. A group that is being deleted may have lost its rules already, so
 * this waits until the deletion ends, but not long, because the deletion may wait for the caller.
 */
export function faultOfApprovers(
  db: Database,
  { notSubmitter, ...wanted }: CheckedGroup,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '2s'`);
    await keepGroups(tx, wanted.workspaceId, [wanted.groupId]);
    // Any member may submit an output of the rule.
    return groupFault(tx, { ...wanted, barred: [], least: notSubmitter ? 2 : 1 });
  });
}

interface Saving {
  readonly group: Group;
  /** The IDs of all members of the workspace. */
  readonly people: ReadonlySet<string>;
}

async function save(tx: Tx, workspaceId: string, { group, people }: Saving): Promise<Group> {
  const notMembers = group.userIds.flatMap((userId, index) =>
    people.has(userId) ? [] : [[`userIds.${index}`, 'Is not a member of this workspace.'] as const],
  );
  if (notMembers.length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The request is not valid.', {
      fields: Object.fromEntries(notMembers),
    });
  }
  const saved = { ...group, userIds: [...new Set(group.userIds)].sort() };
  if (await saveGroup(tx, workspaceId, { ...saved, nameKey: foldKey(group.name) })) return saved;
  const message = 'A group with this name already exists.';
  throw new AppError('CONFLICT', message, { fields: { name: message } });
}

interface AuditedChange {
  readonly action: 'group.created' | 'group.updated' | 'group.deleted';
  readonly before: Group | null;
  readonly after: Group | null;
}

function audit(tx: Tx, request: UserRequest, { action, before, after }: AuditedChange): void {
  const stateOf = (group: Group | null) =>
    group && { name: group.name, userIds: unredacted(group.userIds) };
  tx.audit(request, {
    ...{ workspaceId: request.principal.workspaceId, action },
    target: { kind: 'group', id: (after ?? before)?.id ?? '' },
    ...{ before: stateOf(before), after: stateOf(after) },
  });
}

function noSuchGroup(): AppError {
  return new AppError('NOT_FOUND', 'There is no group with this ID.');
}
