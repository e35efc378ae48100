import type { OutputEvent } from '@output-review/contracts';
import { type Clock, newId, type Encryptor, type SqlClient } from '@output-review/runtime';

import { originOf, placeOfDestination, type Subscription } from './destinations.pure.ts';
import {
  DESTINATION_COLUMNS,
  type DestinationRow,
  settleWaiting,
  toSubscription,
} from './destinations.sql.ts';
import { newSigningSecret, type UrlKeyOf } from './secrets.ts';

export interface WantedSubscription {
  readonly workspaceId: string;
  readonly url: string;
  readonly events: readonly OutputEvent[];
  readonly source: Subscription['source'];
}

// A program may subscribe and unsubscribe for years, and nothing removes what has ended.
const ENDED_MAX = 1_000;

/** The subscriptions of a workspace, newest first: only active ones, or also those that have ended, up to a maximum. */
export async function findSubscriptions(
  db: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { workspaceId, all }: { readonly workspaceId: string; readonly all: boolean },
): Promise<Subscription[]> {
  const { rows } = await db.query<DestinationRow>(
    `SELECT ${DESTINATION_COLUMNS} FROM (
       SELECT * FROM destinations
       WHERE workspace_id = $1 AND kind = 'subscription' AND is_active
       UNION ALL (
         SELECT * FROM destinations
         WHERE workspace_id = $1 AND kind = 'subscription' AND NOT is_active
         ORDER BY created_at DESC, id DESC LIMIT $2)
     ) d ORDER BY d.created_at DESC, d.id DESC`,
    [workspaceId, all ? ENDED_MAX : 0],
  );
  return rows.map((row) => toSubscription(row, encryptor));
}

/** The one with this URL and these events, null if there is none. */
export function findSubscription(
  tx: SqlClient,
  { encryptor, urlKeyOf }: Pick<SubscriptionSealing, 'encryptor' | 'urlKeyOf'>,
  { workspaceId, url, events }: Omit<WantedSubscription, 'source'>,
): Promise<Subscription | null> {
  const where = {
    condition: 'd.url_key = $2 AND d.events = $3::text[]',
    values: [workspaceId, urlKeyOf(workspaceId, url), events],
  };
  return findOne(tx, encryptor, where);
}

export function findSubscriptionById(
  tx: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<Subscription | null> {
  return findOne(tx, encryptor, { condition: 'd.id = $2', values: [workspaceId, id] });
}

async function findOne(
  tx: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { condition, values }: { readonly condition: string; readonly values: unknown[] },
): Promise<Subscription | null> {
  const { rows } = await tx.query<DestinationRow>(
    `SELECT ${DESTINATION_COLUMNS} FROM destinations d
       WHERE d.workspace_id = $1 AND d.kind = 'subscription' AND ${condition}`,
    values,
  );
  return rows[0] ? toSubscription(rows[0], encryptor) : null;
}

export async function countLiveSubscriptions(tx: SqlClient, workspaceId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM destinations
         WHERE workspace_id = $1 AND kind = 'subscription' AND is_active`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** Records that a named token posted a subscription. */
export async function addPoster(tx: SqlClient, id: string, tokenId: string): Promise<void> {
  await tx.query(
    `UPDATE destinations SET posted_by = posted_by || $2::text
         WHERE id = $1 AND NOT $2 = ANY(posted_by)`,
    [id, tokenId],
  );
}

export async function hasPoster(tx: SqlClient, id: string, tokenId: string): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT FROM destinations WHERE id = $1 AND $2 = ANY(posted_by)',
    [id, tokenId],
  );
  return rows.length > 0;
}

/** Ends a subscription permanently, and drops what waits there. */
export async function endSubscription(tx: SqlClient, id: string): Promise<void> {
  await tx.query(
    `UPDATE destinations SET is_active = false, ended_reason = 'deleted' WHERE id = $1`,
    [id],
  );
  await settleWaiting(tx, [id]);
}

export interface SubscriptionSealing {
  readonly clock: Clock;
  readonly encryptor: Encryptor;
  readonly urlKeyOf: UrlKeyOf;
}

/** A destination with its signing secret in plain text. */
export interface WithSecret {
  readonly subscription: Subscription;
  readonly secret: string;
}

export async function addSubscription(
  tx: SqlClient,
  { clock, encryptor, urlKeyOf }: SubscriptionSealing,
  { workspaceId, url, events, source }: WantedSubscription,
): Promise<WithSecret> {
  const id = newId();
  const secret = newSigningSecret();
  const seal = (text: string) => encryptor.seal(text, placeOfDestination(id));
  const createdAt = clock.now();
  await tx.query(
    `INSERT INTO destinations (
       id, workspace_id, kind, source, url_sealed, url_key, address, events, secret_sealed,
       created_at
     ) VALUES ($1, $2, 'subscription', $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, workspaceId, source, seal(url), urlKeyOf(workspaceId, url), originOf(url)],
      ...[events, seal(secret), createdAt],
    ],
  );
  const state = { isActive: true, endedReason: null, isUrlLost: false };
  return { subscription: { id, url, events, source, createdAt, ...state }, secret };
}

/** Encrypts its URL again when a caller posts it. */
export async function resealUrl(
  tx: SqlClient,
  { encryptor }: Pick<SubscriptionSealing, 'encryptor'>,
  { id, url }: Pick<Subscription, 'id' | 'url'>,
): Promise<void> {
  const sealed = encryptor.seal(url, placeOfDestination(id));
  await tx.query('UPDATE destinations SET url_sealed = $2 WHERE id = $1', [id, sealed]);
}
