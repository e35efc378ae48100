import type { DestinationKind, EndedReason, OutputEvent } from '@output-review/contracts';
import { type Encryptor, openOrNull, type SqlClient } from '@output-review/runtime';

import { type Destination, placeOfDestination, type Subscription } from './destinations.pure.ts';
import { type FormerSecretsRow, openFormerSecrets } from './secrets.ts';

/** What is read of a destination, as `pg` gives it. */
export interface DestinationRow {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly source: Destination['source'];
  readonly url_sealed: string | null;
  readonly address: string | null;
  readonly events: OutputEvent[];
  readonly is_active: boolean;
  readonly ended_reason: EndedReason | null;
  readonly has_secret: boolean;
  readonly former_secret_until: Date | null;
  readonly created_at: Date;
  readonly last_delivered_at: Date | null;
  readonly failing_since: Date | null;
}

export const DESTINATION_COLUMNS = `
  d.id, d.kind, d.source, d.url_sealed, d.address, d.events, d.is_active, d.ended_reason,
  d.secret_sealed IS NOT NULL AS has_secret, d.former_secret_until, d.created_at,
  d.last_delivered_at, d.failing_since`;

/** What a list shows: neither what was deleted, nor settings that have no address. */
const IS_SHOWN = `
  (d.kind = 'callbacks' OR d.address IS NOT NULL) AND d.ended_reason IS DISTINCT FROM 'deleted'`;

export function toDestination(
  row: DestinationRow,
  encryptor: Pick<Encryptor, 'open'>,
): Destination {
  const { url_sealed: sealed } = row;
  const url = sealed === null ? null : openOrNull(encryptor, sealed, placeOfDestination(row.id));
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    address: url ?? row.address,
    isUrlLost: sealed !== null && url === null,
    events: row.events,
    isActive: row.is_active,
    endedReason: row.ended_reason,
    hasSecret: row.has_secret,
    formerSecretUntil: row.former_secret_until,
    createdAt: row.created_at,
    lastDeliveredAt: row.last_delivered_at,
    failingSince: row.failing_since,
  };
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

/** A destination as a list shows it, with how many of its deliveries stand where. */
export interface ListedDestination extends Destination {
  readonly waiting: number;
  readonly dead: number;
}

export interface DestinationPage {
  readonly items: readonly ListedDestination[];
  readonly total: number;
}

export interface DestinationsRequest {
  readonly workspaceId: string;
  readonly page: number;
  readonly limit: number;
  /** Only those that ended for it. */
  readonly endedReason?: EndedReason;
}

interface ListedRow extends DestinationRow {
  readonly waiting: number;
  readonly dead: number;
}

// A test is sent once: nothing sends it again.
const countOf = (states: string): string => `(
  SELECT count(*)::integer FROM deliveries s
  WHERE s.destination_id = d.id AND s.state IN (${states}) AND s.event <> 'test'
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
    `SELECT ${DESTINATION_COLUMNS},
         ${countOf(`'pending', 'retrying'`)} AS waiting, ${countOf(`'dead'`)} AS dead
       FROM destinations d WHERE d.workspace_id = $1 AND ${IS_SHOWN} AND ${ENDED_FOR}
       ORDER BY d.created_at DESC, d.id DESC LIMIT $3 OFFSET $4`,
    [workspaceId, endedReason, limit, (page - 1) * limit],
  );
  const items = rows.map((row) => ({
    ...{ ...toDestination(row, encryptor), waiting: row.waiting, dead: row.dead },
  }));
  return { items, total: counted[0]?.total ?? 0 };
}

// Any number that no other lock of this database begins with.
const DESTINATIONS_LOCK = 5_310_902;

/** Comes first in a transaction that changes destinations: what it counts and finds must hold until the commit. */
export async function lockDestinations(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ...[DESTINATIONS_LOCK, workspaceId],
  ]);
}

/** What a shown destination is; null where there is none. */
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

// Each adds a signature to what is sent.
const EARLIER_SECRETS_MAX = 8;

/** Gives it a new secret, keeps the former one until a time, and those before it until theirs. */
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

/** Has a destination that had ended told again, as if it had never failed. */
export async function reviveDestination(tx: SqlClient, id: string): Promise<void> {
  await tx.query(
    `UPDATE destinations SET is_active = true, ended_reason = NULL, failing_since = NULL
     WHERE id = $1`,
    [id],
  );
}

/** Has a destination that has ended be told nothing any more, but for what is being sent right now. */
export async function supersedeWaiting(
  tx: SqlClient,
  destinationId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL
     WHERE destination_id = $1 AND state IN ('pending', 'retrying')
       AND (lease_until IS NULL OR lease_until <= $2)`,
    [destinationId, at],
  );
}
