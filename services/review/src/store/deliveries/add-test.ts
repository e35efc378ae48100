import type { Sealer, SqlClient } from '@output-review/runtime';

import type { NewTest } from '../../use-cases/deliveries/test-destination.ts';
import type { ClaimedDelivery } from '../../use-cases/deliveries/claimed-delivery.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  TARGET_COLUMNS,
  type TargetRow,
  toClaimed,
} from './delivery-row.ts';

interface Deps {
  readonly sql: SqlClient;
  readonly sealer: Pick<Sealer, 'open'>;
}

/** Adds a test for a destination and claims it; null where there is no such destination. */
export const makeAddTest =
  ({ sql, sealer }: Deps) =>
  async ({
    workspaceId,
    destinationId,
    at,
    leaseUntil,
  }: NewTest): Promise<ClaimedDelivery | null> => {
    const { rows } = await sql.query<DeliveryRow & TargetRow>(
      `WITH d AS (
         INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, lease_until)
         SELECT workspace_id, id, id, 'test', $3, $4 FROM destinations
         WHERE workspace_id = $1 AND id = $2
         RETURNING *
       )
       SELECT ${DELIVERY_COLUMNS}, ${TARGET_COLUMNS}, 0 AS content_bytes
       FROM d JOIN destinations x ON x.id = d.destination_id`,
      [workspaceId, destinationId, at, leaseUntil],
    );
    const [row] = rows;
    return row ? toClaimed(row, sealer.open, at) : null;
  };

/** What kind of destination it is; null where there is no such one. */
export const makeFindKind =
  (sql: SqlClient) =>
  async (workspaceId: string, destinationId: string): Promise<ClaimedDelivery['kind'] | null> => {
    const { rows } = await sql.query<{ kind: ClaimedDelivery['kind'] }>(
      'SELECT kind FROM destinations WHERE workspace_id = $1 AND id = $2',
      [workspaceId, destinationId],
    );
    return rows[0]?.kind ?? null;
  };
