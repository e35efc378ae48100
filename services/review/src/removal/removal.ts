import { INTERNAL_HEADERS, outputsDeleted } from '@output-review/contracts';
import { unredacted, type AuditOrigin } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { lockTerms } from '../outputs/search-terms.ts';
import { SYSTEM_ACTOR } from '../outputs/seen.ts';
import { expiryOf, isSettled } from './removal.pure.ts';
import {
  tombstoneOutputs,
  type ExpiredPage,
  type ExpiredPlace,
  findExpired,
  listRetentions,
} from './removal.sql.ts';

/**
 * Deletes these outputs for good, or those of them that may go; answers the keys that were there and
 * went. Search terms are locked first, before any row: others that add some wait.
 */
export function deleteOutputs(
  ctx: Context,
  keys: readonly OutputKey[],
  { origin, mayGo = () => true }: Deletion,
): Promise<OutputKey[]> {
  return changeOutputs(ctx, async (tx) => {
    await lockTerms(tx);
    const outputs = (await lockOutputs(tx, keys)).filter(mayGo);
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
  readonly mayGo?: (output: Output) => boolean;
}

/** Tells the gateway which outputs are gone. */
export function deletedIds(ids: readonly string[]): Record<string, string> {
  return { [INTERNAL_HEADERS.deletedIds]: JSON.stringify(ids) };
}

/**
 * Deletes outputs that their workspace has kept for long enough, a few at a time, as if somebody did:
 * with an event each, which takes their files along. What waits for a decision is kept, also where it
 * begins to wait this moment.
 */
export async function removeExpiredOutputs(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  for (const retention of await listRetentions(db)) {
    const before = expiryOf(retention, clock.now());
    let place: ExpiredPlace | null = null;
    do {
      if (signal.aborted) return;
      const page: ExpiredPage = await findExpired(db, {
        ...{ workspaceId: retention.workspaceId, before, after: place },
      });
      if (page.keys.length > 0) {
        await deleteOutputs(ctx, page.keys, { origin: SYSTEM_ACTOR, mayGo: isSettled });
      }
      place = page.next;
    } while (place);
  }
}
