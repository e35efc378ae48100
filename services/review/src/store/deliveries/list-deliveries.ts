import type { DeliveryState } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { DeliveriesRequest } from '../../domain/deliveries/deliveries-request.ts';
import type { FoundDeliveries, FoundDelivery } from '../../use-cases/deliveries/found-delivery.ts';
import { SqlParams } from '../search/sql-params.ts';
import { type AddressOpener, type AddressRow, ADDRESS_COLUMNS } from './delivery-address.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, toDelivery } from './delivery-row.ts';

interface FoundRow extends DeliveryRow, AddressRow {
  readonly state: DeliveryState;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
}

const FOUND_COLUMNS = `${DELIVERY_COLUMNS}, ${ADDRESS_COLUMNS}, d.state, d.last_status, d.last_error,
  d.next_attempt_at, d.delivered_at`;

/** One page of the deliveries of a workspace, newest first. */
export const makeListDeliveries =
  (sql: SqlClient, openAddress: AddressOpener) =>
  async (request: DeliveriesRequest): Promise<FoundDeliveries> => {
    const params = new SqlParams();
    const matching = `FROM deliveries d JOIN destinations x ON x.id = d.destination_id
      WHERE ${conditionsOf(request, params).join(' AND ')}`;
    const counted = sql.query<{ total: string }>(`SELECT count(*) AS total ${matching}`, [
      ...params.values,
    ]);
    const { page, limit } = request;
    const window = `LIMIT ${params.add(limit)} OFFSET ${params.add((page - 1) * limit)}`;
    // Without names: a plan must fit what is asked for, or the indexes are of no use.
    const found = sql.query<FoundRow>(
      `SELECT ${FOUND_COLUMNS} ${matching} ORDER BY d.n DESC ${window}`,
      params.values,
    );
    const [{ rows: totals }, { rows }] = await Promise.all([counted, found]);
    return {
      deliveries: rows.map((row) => toFound(row, openAddress)),
      total: Number(totals[0]?.total ?? 0),
    };
  };

function conditionsOf(request: DeliveriesRequest, params: SqlParams): string[] {
  const { workspaceId, logId, state, destinationId } = request;
  const conditions = [`d.workspace_id = ${params.add(workspaceId)}`];
  if (logId !== undefined) conditions.push(`d.output_id = ${params.add(logId)}`);
  if (state !== undefined) conditions.push(`d.state = ${params.add(state)}`);
  if (destinationId !== undefined)
    conditions.push(`d.destination_id = ${params.add(destinationId)}`);
  return conditions;
}

/** One delivery of a workspace; null where it is not there. */
export const makeFindDelivery =
  (sql: SqlClient, openAddress: AddressOpener) =>
  async (workspaceId: string, id: string): Promise<FoundDelivery | null> => {
    const { rows } = await sql.query<FoundRow>(
      `SELECT ${FOUND_COLUMNS} FROM deliveries d JOIN destinations x ON x.id = d.destination_id
       WHERE d.workspace_id = $1 AND d.id = $2`,
      [workspaceId, id],
    );
    const [row] = rows;
    return row ? toFound(row, openAddress) : null;
  };

function toFound(row: FoundRow, openAddress: AddressOpener): FoundDelivery {
  return {
    ...toDelivery(row),
    kind: row.kind,
    address: openAddress(row),
    state: row.state,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
  };
}
