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

/** The full URL, for Slack only its origin, or the email address. Null if it cannot be decrypted any more. */
function openAddress(
  encryptor: Pick<Encryptor, 'open'>,
  { kind, address, callbackUrlSealed: callback, urlSealed: url, destinationId }: FoundRow,
): string | null {
  if (kind === 'callbacks') return callback === null ? null : openOrNull(encryptor, callback);
  // Anyone with the URL of a Slack webhook can post there, so it is never shown.
  if (isChannel(kind) || url === null) return address;
  return openOrNull(encryptor, url, placeOfDestination(destinationId)) ?? address;
}

interface FoundRow extends DeliveryRow, Omit<FoundDelivery, 'words'> {
  readonly urlSealed: string | null;
  readonly callbackUrlSealed: string | null;
}

const FOUND_COLUMNS = `${DELIVERY_COLUMNS}, x.kind, x.address, x.url_sealed AS "urlSealed",
  d.callback_url_sealed AS "callbackUrlSealed", d.state, d.last_status AS "lastStatus",
  d.last_error AS "lastError", d.next_attempt_at AS "nextAttemptAt", d.delivered_at AS "deliveredAt"`;

/** A page of the deliveries of a workspace, newest first. */
export async function findDeliveries(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  request: DeliveriesRequest,
): Promise<FoundDeliveries> {
  const params = new SqlParams();
  const matching = `WHERE ${conditionsOf(request, params).join(' AND ')}`;
  // Counts without a join: destinations exist as long as their deliveries. So an index may suffice.
  const counted = sql.query<{ total: string }>(
    `SELECT count(*) AS total FROM deliveries d ${matching}`,
    [...params.values],
  );
  const { page, limit } = request;
  const window = `LIMIT ${params.add(limit)} OFFSET ${params.add((page - 1) * limit)}`;
  // Not named statements: a generic plan would not use the indexes that fit the given filters.
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

/** A delivery of a workspace, null if it does not exist. */
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
  const { kind, state, lastStatus, lastError, nextAttemptAt, deliveredAt } = row;
  return {
    ...toDelivery(row),
    ...{ kind, state, lastStatus, lastError, nextAttemptAt, deliveredAt },
    address: openAddress(encryptor, row),
  };
}

// A delivery has ten attempts. Only replays add more.
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
