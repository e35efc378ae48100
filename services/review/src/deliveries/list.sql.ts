import type { DeliveryState, DestinationKind } from '@output-review/contracts';
import { type Encryptor, openOrNull, type SqlClient } from '@output-review/runtime';

import { isChannel, placeOfDestination } from '../destinations/destinations.pure.ts';
import { SqlParams } from '../search/where.sql.ts';
import type {
  DeliveriesRequest,
  FoundDeliveries,
  FoundDelivery,
  PastAttempt,
} from './deliveries.pure.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, toDelivery } from './rows.sql.ts';

/** The columns of a delivery `d` and its destination `x` that say where it goes. */
export interface AddressRow {
  readonly destination_id: string;
  readonly kind: DestinationKind;
  readonly address: string | null;
  readonly url_sealed: string | null;
  readonly callback_url_sealed: string | null;
}

const ADDRESS_COLUMNS = 'x.kind, x.address, x.url_sealed, d.callback_url_sealed';

/** The URL in full, of Slack its origin, or the e-mail address; null where it cannot be told any more. */
function openAddress(
  encryptor: Pick<Encryptor, 'open'>,
  { kind, address, callback_url_sealed: callback, ...row }: AddressRow,
): string | null {
  if (kind === 'callbacks') return callback === null ? null : openOrNull(encryptor, callback);
  // Whoever has the URL of a Slack webhook may write there, and nobody needs to see it.
  if (isChannel(kind) || row.url_sealed === null) return address;
  return openOrNull(encryptor, row.url_sealed, placeOfDestination(row.destination_id)) ?? address;
}

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
export async function findDeliveries(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  request: DeliveriesRequest,
): Promise<FoundDeliveries> {
  const params = new SqlParams();
  const matching = `WHERE ${conditionsOf(request, params).join(' AND ')}`;
  // Without destinations, which stay as long as their deliveries: so an index may do.
  const counted = sql.query<{ total: string }>(
    `SELECT count(*) AS total FROM deliveries d ${matching}`,
    [...params.values],
  );
  const { page, limit } = request;
  const window = `LIMIT ${params.add(limit)} OFFSET ${params.add((page - 1) * limit)}`;
  // Without names: a plan must fit what is asked for, or the indexes are of no use.
  const found = sql.query<FoundRow>(
    `SELECT ${FOUND_COLUMNS} FROM deliveries d JOIN destinations x ON x.id = d.destination_id
      ${matching} ORDER BY d.n DESC ${window}`,
    params.values,
  );
  const [{ rows: totals }, { rows }] = await Promise.all([counted, found]);
  return {
    deliveries: rows.map((row) => toFound(row, encryptor)),
    total: Number(totals[0]?.total ?? 0),
  };
}

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
export async function findDelivery(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { workspaceId, id }: DeliveryKey,
): Promise<FoundDelivery | null> {
  const { rows } = await sql.query<FoundRow>(
    `SELECT ${FOUND_COLUMNS} FROM deliveries d JOIN destinations x ON x.id = d.destination_id
       WHERE d.workspace_id = $1 AND d.id = $2`,
    [workspaceId, id],
  );
  const [row] = rows;
  return row ? toFound(row, encryptor) : null;
}

export interface DeliveryKey {
  readonly workspaceId: string;
  readonly id: string;
}

function toFound(row: FoundRow, encryptor: Pick<Encryptor, 'open'>): FoundDelivery {
  return {
    ...toDelivery(row),
    kind: row.kind,
    address: openAddress(encryptor, row),
    state: row.state,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
  };
}

// Ten are made of each; more come of replays only.
const ATTEMPTS_MAX = 100;

/** The latest attempts of a delivery, oldest first. */
export async function listAttempts(sql: SqlClient, deliveryId: string): Promise<PastAttempt[]> {
  const { rows } = await sql.query<PastAttempt>(
    `SELECT at, status, error, latency_ms AS "latencyMs", answer FROM delivery_attempts
       WHERE delivery_id = $1 ORDER BY n DESC LIMIT ${ATTEMPTS_MAX}`,
    [deliveryId],
  );
  return rows.toReversed();
}
