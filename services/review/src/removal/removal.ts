import { INTERNAL_HEADERS, outputsDeleted } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import { unredacted, type AuditOrigin } from '@output-review/shared-kernel';

import { type Context, job } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { lockTerms } from '../outputs/search-terms.ts';
import { SYSTEM_ACTOR } from '../outputs/seen.ts';
import { type Expiry, expiryOf, hasSettled, type Retention } from './removal.pure.ts';
import {
  tombstoneOutputs,
  type ExpiredPage,
  type ExpiredPlace,
  findDeliveredIds,
  findExpired,
  holdRetention,
  listRetentions,
} from './removal.sql.ts';

/**
 * Deletes these outputs for good, or those of them that may go; answers the keys that were there and
 * went. Search terms are locked first, before any row: others that add some wait.
 */
export function deleteOutputs(
  ctx: Context,
  keys: readonly OutputKey[],
  { origin, mayGo = (_tx, outputs) => Promise.resolve(outputs) }: Deletion,
): Promise<OutputKey[]> {
  return changeOutputs(ctx, async (tx) => {
    await lockTerms(tx);
    const outputs = await mayGo(tx, await lockOutputs(tx, keys));
    const at = ctx.clock.now();
    await tx.notify(
      outputs.map(({ workspaceId, id }) => ({ workspaceId, id, event: 'deleted', at })),
    );
    await tombstoneOutputs(tx, outputs, at);
    tx.publishEach(
      outputsDeleted,
      outputs.map(({ workspaceId, id, sequence }) => ({
        ...{ workspaceId, id, sequence: sequence + 1, deletedAt: at.toISOString() },
      })),
    );
    tx.auditEach(
      origin,
      outputs.map(({ workspaceId, id, status, decision }) => ({
        ...{ workspaceId, id, action: 'output.deleted' },
        before: { status: unredacted(status), decision: unredacted(decision?.decision ?? null) },
      })),
    );
    return outputs.map(({ workspaceId, id }) => ({ workspaceId, id }));
  });
}

interface Deletion {
  readonly origin: AuditOrigin;
  /** Those of the locked outputs that may go: all, unless it is told. */
  readonly mayGo?: (tx: Transaction, outputs: readonly Output[]) => Promise<readonly Output[]>;
}

/** Tells the gateway which outputs are gone. */
export function deletedIds(ids: readonly string[]): Record<string, string> {
  return { [INTERNAL_HEADERS.deletedIds]: JSON.stringify(ids) };
}

export const removeExpired = job({
  name: 'remove expired outputs',
  everyMs: 10 * 60_000,
  run: removeExpiredOutputs,
});

// One transaction each, in which others that bring new search terms wait.
const DELETED_MAX = 200;

/**
 * Deletes outputs that their workspace has kept for long enough, a few at a time, as if somebody did:
 * with an event each, which takes their files along. What waits for a decision is kept, also where it
 * begins to wait this moment, and so is what settled within a day or is still to be delivered. A workspace
 * that fails holds up no other, and is thrown at the end.
 */
async function removeExpiredOutputs(ctx: Context, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const retention of await listRetentions(ctx.db)) {
    await removeExpiredOf(ctx, retention, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all expired outputs are gone');
}

async function removeExpiredOf(
  ctx: Context,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  const due = { ...retention, ...expiryOf(retention, ctx.clock.now()) };
  let after: ExpiredPlace | null = null;
  do {
    if (signal.aborted) return;
    const page: ExpiredPage = await findExpired(ctx.db, { ...due, after });
    for (let at = 0; at < page.keys.length; at += DELETED_MAX) {
      const keys = page.keys.slice(at, at + DELETED_MAX);
      if (signal.aborted || !(await removeKeys(ctx, due, keys))) return;
    }
    after = page.next;
  } while (after);
}

/**
 * A page may be found long after its retention was listed, and what goes long after its page, so whether that still
 * holds is asked where what goes is locked.
 *
 * @returns false where the workspace keeps its outputs for longer by now: the rest is left to the next turn.
 */
async function removeKeys(
  ctx: Context,
  due: Retention & Expiry,
  keys: readonly OutputKey[],
): Promise<boolean> {
  let stillHolds = true;
  await deleteOutputs(ctx, keys, {
    origin: SYSTEM_ACTOR,
    mayGo: async (tx, outputs) => {
      stillHolds = await holdRetention(tx, due);
      if (!stillHolds) return [];
      const settled = outputs.filter((output) => hasSettled(output, due.settledBefore));
      const ids = settled.map(({ id }) => id);
      const delivered = await findDeliveredIds(tx, due.workspaceId, ids);
      return settled.filter(({ id }) => delivered.has(id));
    },
  });
  return stillHolds;
}
