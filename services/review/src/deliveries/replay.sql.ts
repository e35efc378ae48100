import type { Database, Transaction } from '@output-review/runtime';

import { reviveDestination } from '../destinations/destinations.sql.ts';
import { CALLING_EVENTS } from '../destinations/notifications.pure.ts';
import { DECISION_FOLLOWS, IS_CHANNEL } from '../destinations/notify.sql.ts';
import type { DeliveryKey } from './list.sql.ts';

export type Replayed = 'replayed' | 'not_there' | 'ended' | 'output_gone';

export interface DeadDeliveries {
  readonly workspaceId: string;
  readonly destinationId: string;
  /** What happened before is left; null: nothing is. */
  readonly since: Date | null;
}

export type DeadReplayed = { readonly count: number } | Extract<Replayed, 'not_there' | 'ended'>;

const AS_NEW = `state = 'pending', attempt_count = 0, next_attempt_at = NULL, lease_until = NULL,
  delivered_at = NULL`;

// What a deleted output was is told nobody any more; that it is deleted may be told again.
const IS_TELLABLE = `(d.output_id IS NULL OR d.event = 'deleted'
    AND (x.kind <> 'callbacks' OR d.callback_url_sealed IS NOT NULL)
  OR d.words IS NOT NULL)`;

/** Has one delivery sent again, as if it had never been tried. */
export function replayOne(db: Database, { workspaceId, id }: DeliveryKey): Promise<Replayed> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ is_active: boolean; is_tellable: boolean }>(
      `SELECT x.is_active, ${IS_TELLABLE} AS is_tellable
         FROM destinations x JOIN deliveries d ON d.destination_id = x.id
         WHERE d.workspace_id = $1 AND d.id = $2 FOR UPDATE OF d`,
      [workspaceId, id],
    );
    const [row] = rows;
    if (!row) return 'not_there';
    if (!row.is_active) return 'ended';
    if (!row.is_tellable) return 'output_gone';
    await tx.query(`UPDATE deliveries SET ${AS_NEW} WHERE id = $1`, [id]);
    return 'replayed';
  });
}

/** Has the dead ones of a destination sent again; one that was switched off lives again. */
export function replayAllDead(
  db: Database,
  { workspaceId, destinationId, since }: DeadDeliveries,
): Promise<DeadReplayed> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ is_active: boolean; ended_reason: string | null }>(
      `SELECT is_active, ended_reason FROM destinations
         WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
      [workspaceId, destinationId],
    );
    const [row] = rows;
    if (!row) return 'not_there';
    if (!row.is_active && row.ended_reason !== 'failing') return 'ended';
    await reviveDestination(tx, destinationId);
    await supersedeDead(tx, destinationId, since);
    return { count: await revive(tx, destinationId, since) };
  });
}

// As what waits is superseded by a decision, or by a run that passes: these had died before it. The result of
// a submission that was set aside may be older than the error that told of that.
const SUPERSEDE_DEAD = `
  UPDATE deliveries d SET state = 'superseded'
  FROM destinations x, outputs o
  WHERE d.destination_id = $1 AND d.state = 'dead'
    AND ($2::timestamptz IS NULL OR d.happened_at >= $2)
    AND x.id = d.destination_id AND o.workspace_id = d.workspace_id AND o.id = d.output_id
    AND (${IS_CHANNEL} AND d.event = ANY ($3::text[]) AND (o.decided_at >= d.happened_at
        OR o.status = 'pass' AND (d.event = 'error' OR o.evaluated_at > d.happened_at))
      OR ${DECISION_FOLLOWS})`;

/** Leaves out what calls for a decision that was made meanwhile, or is not needed any more. */
async function supersedeDead(
  tx: Transaction,
  destinationId: string,
  since: Date | null,
): Promise<void> {
  await tx.query(SUPERSEDE_DEAD, [destinationId, since, CALLING_EVENTS]);
}

async function revive(tx: Transaction, destinationId: string, since: Date | null): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE deliveries d SET ${AS_NEW}
     FROM destinations x
     WHERE d.destination_id = $1 AND d.state = 'dead' AND x.id = d.destination_id
       AND d.event <> 'test' AND ($2::timestamptz IS NULL OR d.happened_at >= $2) AND ${IS_TELLABLE}`,
    [destinationId, since],
  );
  return rowCount ?? 0;
}
