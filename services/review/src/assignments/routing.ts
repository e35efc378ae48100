import type { Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { assign, findHolders, lockReviewer } from './assignments.sql.ts';
import {
  findEscalationGroups,
  findReviewGroups,
  keepGroups,
  type Routed,
  type RoutedRow,
} from './routing.sql.ts';

/** Assigns unassigned outputs that were just flagged to the review groups of their tasks and projects. */
async function assignFlagged(tx: Transaction, keys: readonly OutputKey[]): Promise<void> {
  await giveToGroups(tx, await keepGroups(tx, await findReviewGroups(tx, keys)));
}

/** The same for the rows that an intake statement returned. Most of them need no routing. */
export async function assignRouted(tx: Transaction, rows: readonly RoutedRow[]): Promise<void> {
  const routed = rows.filter(({ mayBeRouted }) => mayBeRouted);
  if (routed.length > 0) await assignFlagged(tx, routed);
}

/** Moves outputs to their escalation groups, whoever has them. @returns the outputs that moved. */
export async function assignEscalated(
  tx: Transaction,
  keys: readonly OutputKey[],
): Promise<readonly Routed[]> {
  const routed = await keepGroups(tx, await findEscalationGroups(tx, keys));
  await giveToGroups(tx, routed);
  return routed;
}

/**
 * Assigns an output that a person sent back into the queue. It keeps its assignee unless that person has left: decided
 * outputs are not given back when someone leaves.
 */
export async function assignReturned(tx: Transaction, key: OutputKey): Promise<void> {
  const [before] = await findHolders(tx, [key]);
  const { userId = null, groupId = null } = before ?? {};
  const isThere = userId !== null && (await lockReviewer(tx, key.workspaceId, userId));
  const [group] = await keepGroups(tx, groupId === null ? [] : [{ ...key, groupId }]);
  const holder = { userId: isThere ? userId : null, groupId: group?.groupId ?? null };
  if (holder.userId !== userId || holder.groupId !== groupId) {
    await assign(tx, [{ ...key, ...holder }]);
  }
  await assignFlagged(tx, [key]);
}

async function giveToGroups(tx: Transaction, routed: readonly Routed[]): Promise<void> {
  await assign(
    tx,
    routed.map(({ workspaceId, id, groupId }) => ({ workspaceId, id, userId: null, groupId })),
  );
}
