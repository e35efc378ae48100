import { INTERNAL_HEADERS, outputsDeleted } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import { unredacted, type AuditOrigin } from '@output-review/shared-kernel';

import { type Context, job } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { lockTerms } from '../outputs/search-terms.ts';
import { SYSTEM_ACTOR } from '../outputs/seen.ts';
import {
  type ExpiredPage,
  type ExpiredPlace,
  type Expiry,
  findDeliveredIds,
  findExpired,
  holdRetention,
  listRetentions,
  type Retention,
  tombstoneOutputs,
  uncountOutputs,
} from './removal.sql.ts';

/**
 * Deletes these outputs permanently, or those of them that may be deleted. Returns the keys of the deleted ones. Locks
 * search terms first, before any row: writers of terms wait.
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
    await uncountOutputs(tx, outputs);
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
  /** Selects the locked outputs that may be deleted. All by default. */
  readonly mayGo?: (tx: Transaction, outputs: readonly Output[]) => Promise<readonly Output[]>;
}

/** Tells the gateway which outputs were deleted. */
export function deletedIds(ids: readonly string[]): Record<string, string> {
  return { [INTERNAL_HEADERS.deletedIds]: JSON.stringify(ids) };
}

export const removeExpired = job({
  name: 'remove expired outputs',
  everyMs: 10 * 60_000,
  run: removeExpiredOutputs,
});

const DAY_MS = 86_400_000;

// Per transaction: writers of new search terms wait for it.
const DELETED_MAX = 200;

/**
 * Deletes outputs past their retention period, a few at a time, like a deletion by a person: each has an event, which
 * also deletes its files. Keeps outputs that wait for a decision, even if they just began to, that settled within a
 * day, or that have pending deliveries. If a workspace fails, continues with the others and throws at the end.
 */
async function removeExpiredOutputs(ctx: Context, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const retention of await listRetentions(ctx.db)) {
    await removeExpiredOf(ctx, retention, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some workspaces failed to remove expired outputs');
}

async function removeExpiredOf(
  ctx: Context,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  const due = {
    ...retention,
    madeBefore: new Date(nowMs - retention.days * DAY_MS),
    // However old an output is, its caller has a day to read its decision.
    settledBefore: new Date(nowMs - DAY_MS),
  };
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
 * The retention period may change long after it was listed, or after the page was found. So it is checked again under
 * the lock of the outputs.
 *
 * @returns false if the workspace now keeps its outputs longer. The rest is left to the next run.
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

/** Whether an output had settled by then. While it waits for its result or a decision, it has not. */
function hasSettled({ status, decision, evaluatedAt }: Output, before: Date): boolean {
  const at = decision?.at ?? (status === 'pass' ? evaluatedAt : null);
  return at !== null && at < before;
}
