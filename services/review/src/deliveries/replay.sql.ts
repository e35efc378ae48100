import type { DestinationKind } from '@output-review/contracts';
import type { Database } from '@output-review/runtime';
import { type AuditOrigin, transact } from '@output-review/shared-kernel';

import {
  IS_SHOWN,
  lockDestinations,
  PAGE_ROWS,
  reviveDestination,
  settleWaiting,
} from '../destinations/destinations.sql.ts';
import { CALLING_EVENTS } from '../destinations/notifications.pure.ts';
import { DECISION_FOLLOWS, IS_CHANNEL } from '../destinations/notify.sql.ts';
import { refuseTooMany } from '../destinations/subscriptions.ts';
import type { Publishing } from './failures.ts';
import type { DeliveryKey } from './list.sql.ts';

export type Replayed = 'replayed' | 'not_there' | 'ended' | 'output_gone';

export interface DeadDeliveries {
  readonly origin: AuditOrigin;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Earlier deliveries are left out. Null includes all. */
  readonly since: Date | null;
}

export type DeadReplayed = { readonly count: number } | Extract<Replayed, 'not_there' | 'ended'>;

const AS_NEW = `state = 'pending', attempt_count = 0, next_attempt_at = NULL, lease_until = NULL,
  delivered_at = NULL`;

// The contents of a deleted output are never sent again. The deletion itself may be.
const IS_REPLAYABLE = `(d.output_id IS NULL OR d.event = 'deleted'
    AND (x.kind <> 'callbacks' OR d.callback_url_sealed IS NOT NULL)
  OR d.words IS NOT NULL)`;

/**
 * Locks the outputs of deliveries. A concurrent decision or deletion has superseded their deliveries before, or waits
 * and finds the replayed ones. Uses the same lock order as transactions that change several outputs.
 */
const holdOutputs = (which: string): string => `
  SELECT FROM outputs o
  WHERE (o.workspace_id, o.id) IN (
    SELECT d.workspace_id, d.output_id FROM deliveries d WHERE ${which})
  ORDER BY o.workspace_id, o.id FOR SHARE`;

const IS_ONE = 'd.workspace_id = $1 AND d.id = $2';

/** Replays one delivery, as if it had never been tried. */
export function replayOne(db: Database, { workspaceId, id }: DeliveryKey): Promise<Replayed> {
  return db.transaction(async (tx) => {
    await tx.query(holdOutputs(IS_ONE), [workspaceId, id]);
    const { rows } = await tx.query<{ is_active: boolean; is_replayable: boolean }>(
      `SELECT x.is_active, ${IS_REPLAYABLE} AS is_replayable
         FROM destinations x JOIN deliveries d ON d.destination_id = x.id
         WHERE ${IS_ONE} FOR UPDATE OF d`,
      [workspaceId, id],
    );
    const [row] = rows;
    if (!row) return 'not_there';
    if (!row.is_active) return 'ended';
    if (!row.is_replayable) return 'output_gone';
    await tx.query(`UPDATE deliveries SET ${AS_NEW} WHERE id = $1`, [id]);
    return 'replayed';
  });
}

/**
 * Replays the dead deliveries of a destination page by page, and enables it if it was disabled. A repeated call
 * continues an interrupted one.
 */
export async function replayAllDead(
  publishing: Publishing,
  dead: DeadDeliveries,
): Promise<DeadReplayed> {
  let count = 0;
  let after = '0';
  for (;;) {
    const page = await replayPage(publishing, dead, after);
    if (typeof page === 'string') return after === '0' ? page : { count };
    if (page.last === null) return { count };
    count += page.count;
    after = page.last;
  }
}

interface ReplayedPage {
  readonly count: number;
  /** The last number of the page, null at the end. */
  readonly last: string | null;
}

interface ReplayedDestination {
  readonly kind: DestinationKind;
  readonly is_active: boolean;
  readonly ended_reason: string | null;
}

function replayPage(
  publishing: Publishing,
  { origin, workspaceId, destinationId, since }: DeadDeliveries,
  after: string,
): Promise<ReplayedPage | Exclude<DeadReplayed, object>> {
  return transact(publishing, async (tx) => {
    await lockDestinations(tx, workspaceId);
    const { rows } = await tx.query<ReplayedDestination>(
      `SELECT d.kind, d.is_active, d.ended_reason FROM destinations d
         WHERE d.workspace_id = $1 AND d.id = $2 AND ${IS_SHOWN} FOR UPDATE`,
      [workspaceId, destinationId],
    );
    const [row] = rows;
    if (!row) return 'not_there';
    if (!row.is_active && row.ended_reason !== 'failing') return 'ended';
    if (!row.is_active && row.kind === 'subscription') await refuseTooMany(tx, workspaceId);
    // Settles waiting deliveries in pages of their own before it enables the destination.
    if ((await settleWaiting(tx, [destinationId])) > 0) return { count: 0, last: after };
    await reviveDestination(tx, destinationId);
    if (!row.is_active) {
      tx.audit(origin, {
        workspaceId,
        action: row.kind === 'subscription' ? 'subscription.created' : 'settings.changed',
        target: { kind: 'destination', id: destinationId },
        ...{ before: { isActive: false }, after: { isActive: true } },
      });
    }
    const { rows: ends } = await tx.query<{ last: string | null }>(END_OF_PAGE, [
      ...[destinationId, since, after],
    ]);
    const last = ends[0]?.last ?? null;
    const page = [destinationId, since, after, last];
    await tx.query(holdOutputs(IS_IN_PAGE), page);
    await tx.query(SUPERSEDE_DEAD, [...page, CALLING_EVENTS]);
    const { rowCount } = await tx.query(REVIVE, page);
    return { count: rowCount ?? 0, last };
  });
}

const END_OF_PAGE = `
  SELECT max(n) AS last FROM (
    SELECT n FROM deliveries
    WHERE destination_id = $1 AND state = 'dead' AND n > $3
      AND ($2::timestamptz IS NULL OR happened_at >= $2)
    ORDER BY n LIMIT ${PAGE_ROWS}
  ) AS page`;

const IS_IN_PAGE = `d.destination_id = $1 AND d.state = 'dead' AND d.n > $3 AND d.n <= $4
  AND ($2::timestamptz IS NULL OR d.happened_at >= $2)`;

// Leaves out requests for a decision that was made meanwhile or is no longer needed. Waiting deliveries are superseded
// when a decision is made or a run passes, but these were dead by then. The result of a submission that was a dead
// letter may be older than its error event.
const SUPERSEDE_DEAD = `
  UPDATE deliveries d SET state = 'superseded'
  FROM destinations x, outputs o
  WHERE ${IS_IN_PAGE}
    AND x.id = d.destination_id AND o.workspace_id = d.workspace_id AND o.id = d.output_id
    AND (${IS_CHANNEL} AND d.event = ANY ($5::text[]) AND (o.decided_at >= d.happened_at
        OR o.status = 'pass' AND (d.event = 'error' OR o.evaluated_at > d.happened_at))
      OR ${DECISION_FOLLOWS})`;

const REVIVE = `
  UPDATE deliveries d SET ${AS_NEW}
  FROM destinations x
  WHERE ${IS_IN_PAGE} AND x.id = d.destination_id AND d.event <> 'test' AND ${IS_REPLAYABLE}`;
