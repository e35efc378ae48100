import {
  DELIVERY_COUNT_MAX,
  type DestinationKind,
  type listDestinations,
  type QueryOf,
} from '@output-review/contracts';
import { type Database, type Encryptor, openOrNull, type SqlClient } from '@output-review/runtime';

import { type Destination, placeOfDestination, type Subscription } from './destinations.pure.ts';
import { type FormerSecretsRow, openFormerSecrets } from './secrets.ts';

/** The columns of a destination, as `pg` returns them. If it has a URL, its address is only the origin. */
export interface DestinationRow extends Omit<Destination, 'isUrlLost'> {
  readonly urlSealed: string | null;
}

export const DESTINATION_COLUMNS = `
  d.id, d.kind, d.source, d.url_sealed AS "urlSealed", d.address, d.events, d.is_active AS "isActive",
  d.ended_reason AS "endedReason", d.secret_sealed IS NOT NULL AS "hasSecret",
  d.former_secret_until AS "formerSecretUntil", d.created_at AS "createdAt",
  d.last_delivered_at AS "lastDeliveredAt", d.failing_since AS "failingSince"`;

/** Whether a destination `d` exists for the workspace: not a deleted one, nor a setting without an address. */
export const IS_SHOWN = `
  (d.kind = 'callbacks' OR d.address IS NOT NULL) AND d.ended_reason IS DISTINCT FROM 'deleted'`;

export function toDestination(
  { urlSealed: sealed, ...row }: DestinationRow,
  encryptor: Pick<Encryptor, 'open'>,
): Destination {
  const url = sealed === null ? null : openOrNull(encryptor, sealed, placeOfDestination(row.id));
  return { ...row, address: url ?? row.address, isUrlLost: sealed !== null && url === null };
}

export function toSubscription(
  row: DestinationRow,
  encryptor: Pick<Encryptor, 'open'>,
): Subscription {
  const { id, address, isUrlLost, events, source, ...state } = toDestination(row, encryptor);
  const { createdAt, isActive, endedReason } = state;
  return {
    ...{ id, url: address ?? '', isUrlLost, events, createdAt, isActive, endedReason },
    source: source === 'dashboard' ? 'dashboard' : 'api',
  };
}

/** A destination in a list, with the number of its deliveries by state, up to an upper bound. */
export interface ListedDestination extends Destination {
  readonly waiting: number;
  readonly dead: number;
}

interface DestinationPage {
  readonly items: readonly ListedDestination[];
  readonly total: number;
}

interface DestinationsRequest extends Readonly<QueryOf<typeof listDestinations>> {
  readonly workspaceId: string;
}

type ListedRow = DestinationRow & Pick<ListedDestination, 'waiting' | 'dead'>;

// A test is sent once and never retried.
const countOf = (states: string): string => `(
  SELECT count(*)::integer FROM (
    SELECT FROM deliveries s
    WHERE s.destination_id = d.id AND s.state IN (${states}) AND s.event <> 'test'
    LIMIT ${DELIVERY_COUNT_MAX}
  ) AS counted
)`;

const ENDED_FOR = '($2::text IS NULL OR d.ended_reason = $2)';

/** The destinations of a workspace, newest first. */
export async function findDestinations(
  db: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  request: DestinationsRequest,
): Promise<DestinationPage> {
  const { workspaceId, page, limit, endedReason = null } = request;
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*)::integer AS total FROM destinations d
       WHERE d.workspace_id = $1 AND ${IS_SHOWN} AND ${ENDED_FOR}`,
    [workspaceId, endedReason],
  );
  const { rows } = await db.query<ListedRow>(
    // Counts only the deliveries of this page: OFFSET would drop the counts of earlier pages after they are made.
    `SELECT ${DESTINATION_COLUMNS},
         ${countOf(`'pending', 'retrying'`)} AS waiting, ${countOf(`'dead'`)} AS dead
       FROM (
         SELECT * FROM destinations d WHERE d.workspace_id = $1 AND ${IS_SHOWN} AND ${ENDED_FOR}
         ORDER BY d.created_at DESC, d.id DESC LIMIT $3 OFFSET $4
       ) AS d ORDER BY d.created_at DESC, d.id DESC`,
    [workspaceId, endedReason, limit, (page - 1) * limit],
  );
  const items = rows.map(({ waiting, dead, ...row }) => ({
    ...toDestination(row, encryptor),
    ...{ waiting, dead },
  }));
  return { items, total: counted[0]?.total ?? 0 };
}

// An arbitrary number that prefixes no other lock in this database.
const DESTINATIONS_LOCK = 5_310_902;

/** Must come first in a transaction that changes destinations: what it counts and finds must hold until the commit. */
export async function lockDestinations(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ...[DESTINATIONS_LOCK, workspaceId],
  ]);
}

/** The kind of a listed destination, null if there is none. */
export async function findShownKind(
  tx: SqlClient,
  workspaceId: string,
  id: string,
): Promise<DestinationKind | null> {
  const { rows } = await tx.query<{ kind: DestinationKind }>(
    `SELECT d.kind FROM destinations d WHERE d.workspace_id = $1 AND d.id = $2 AND ${IS_SHOWN}`,
    [workspaceId, id],
  );
  return rows[0]?.kind ?? null;
}

interface Replacing {
  readonly id: string;
  readonly secret: string;
  readonly at: Date;
  readonly formerUntil: Date;
}

// Each adds a signature to every delivery.
const EARLIER_SECRETS_MAX = 8;

/** Sets a new secret. Keeps the previous one until a time, and older ones until theirs. */
export async function replaceSecret(
  tx: SqlClient,
  { open, seal }: Pick<Encryptor, 'open' | 'seal'>,
  { id, secret, at, formerUntil }: Replacing,
): Promise<void> {
  const place = placeOfDestination(id);
  const { rows } = await tx.query<FormerSecretsRow>(
    `SELECT former_secret_sealed, former_secret_until, earlier_secrets_sealed
       FROM destinations WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const kept = rows.flatMap((row) =>
    openFormerSecrets(row, (sealed) => openOrNull({ open }, sealed, place), at),
  );
  const earlier = kept.slice(0, EARLIER_SECRETS_MAX);
  await tx.query(
    `UPDATE destinations SET secret_sealed = $2, former_secret_sealed = secret_sealed,
         former_secret_until = $3, earlier_secrets_sealed = $4
       WHERE id = $1`,
    [
      ...[id, seal(secret, place), formerUntil],
      earlier.length > 0 ? seal(JSON.stringify(earlier), place) : null,
    ],
  );
}

/** Enables a destination, as if it had never failed. Deliveries that still wait from before are ended, not sent. */
export async function reviveDestination(tx: SqlClient, id: string): Promise<void> {
  await tx.query('SELECT FROM destinations WHERE id = $1 FOR UPDATE', [id]);
  await settleAllWaiting(tx, [id]);
  await tx.query(
    `UPDATE destinations SET is_active = true, ended_reason = NULL, failing_since = NULL
     WHERE id = $1`,
    [id],
  );
}

/** Keeps a statement well below its timeout and blocks decisions only briefly, however many rows there are. */
export const PAGE_ROWS = 5_000;

/**
 * The final state of deliveries that wait at a disabled destination `x`: they can be replayed if it was disabled for
 * failing.
 */
export const ENDED_STATE = `CASE WHEN x.ended_reason = 'failing' THEN 'dead' ELSE 'superseded' END`;

// Includes deliveries in flight: if one succeeds, the success is still recorded. A test is sent even if its destination
// is disabled.
const SETTLE_PAGE = `
  WITH page AS (
    SELECT $2 AS id UNION (
      SELECT d.id FROM destinations x JOIN deliveries d ON d.destination_id = x.id
      WHERE x.id = ANY ($1::text[]) AND NOT x.is_active AND d.state IN ('pending', 'retrying') AND d.event <> 'test'
      LIMIT ${PAGE_ROWS})
  ), waiting AS (
    SELECT d.id, CASE WHEN d.id = $2 THEN 'dead' ELSE ${ENDED_STATE} END AS state
    FROM page JOIN deliveries d ON d.id = page.id JOIN destinations x ON x.id = d.destination_id
    WHERE d.state IN ('pending', 'retrying') ORDER BY d.n FOR UPDATE OF d
  )
  UPDATE deliveries d SET state = waiting.state, next_attempt_at = NULL
  FROM waiting WHERE d.id = waiting.id`;

/**
 * Ends the deliveries that wait at disabled destinations. Settles one page and leaves the rest to the sender. A
 * transaction settles all its destinations together, because others lock deliveries in their order.
 *
 * @param givenUp a delivery that is dead in any case. @returns the number of settled deliveries.
 */
export async function settleWaiting(
  tx: SqlClient,
  destinationIds: readonly string[],
  givenUp: string | null = null,
): Promise<number> {
  const { rowCount } = await tx.query(SETTLE_PAGE, [destinationIds, givenUp]);
  return rowCount ?? 0;
}

/** Settles a page in its own transaction. @returns the number of settled deliveries. */
export function settlePage(db: Database, destinationId: string): Promise<number> {
  return db.transaction(async (tx) => {
    // So that it cannot be enabled meanwhile.
    await tx.query('SELECT FROM destinations WHERE id = $1 FOR UPDATE', [destinationId]);
    return settleWaiting(tx, [destinationId]);
  });
}

/**
 * Settles all of them in short transactions. So a transaction that enables the destination has little left to settle.
 */
export async function settleByPages(db: Database, destinationId: string): Promise<void> {
  while ((await settlePage(db, destinationId)) > 0);
}

/**
 * Settles all of them before the destination is enabled. Requires its lock: otherwise a page that another process
 * settles could look like the end.
 */
export async function settleAllWaiting(
  tx: SqlClient,
  destinationIds: readonly string[],
): Promise<void> {
  while ((await settleWaiting(tx, destinationIds)) > 0);
}
