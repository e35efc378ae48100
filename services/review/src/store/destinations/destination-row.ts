import type { DestinationKind, EndedReason, OutputEvent } from '@output-review/contracts';
import type { Sealer } from '@output-review/runtime';

import type { Destination, Subscription } from '../../domain/destinations/destination.ts';
import { placeOfDestination } from '../../domain/destinations/sealing-place.ts';

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
export const IS_SHOWN = `
  (d.kind = 'callbacks' OR d.address IS NOT NULL) AND d.ended_reason IS DISTINCT FROM 'deleted'`;

export function toDestination(row: DestinationRow, { open }: Pick<Sealer, 'open'>): Destination {
  const { url_sealed: sealed } = row;
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    address: sealed === null ? row.address : open(sealed, placeOfDestination(row.id)),
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

export function toSubscription(row: DestinationRow, sealer: Pick<Sealer, 'open'>): Subscription {
  const { id, address, events, source, createdAt, isActive, endedReason } = toDestination(
    row,
    sealer,
  );
  return {
    ...{ id, url: address ?? '', events, createdAt, isActive, endedReason },
    source: source === 'dashboard' ? 'dashboard' : 'api',
  };
}
