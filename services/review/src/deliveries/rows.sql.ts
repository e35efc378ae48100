import type { DestinationKind } from '@output-review/contracts';
import { type Encryptor, openOrNull } from '@output-review/runtime';

import { placeOfDestination } from '../destinations/destinations.pure.ts';
import { type FormerSecretsRow, openFormerSecrets } from '../destinations/secrets.ts';
import type { Delivery, Target, Words } from './body.pure.ts';

/** A delivery that is this process's to send until its lease ends. */
export interface ClaimedDelivery extends Delivery {
  readonly lane: string;
  readonly leaseUntil: Date;
  readonly kind: DestinationKind;
  /** Whether its destination still wants to be told. */
  readonly isWanted: boolean;
  /** Null where it has nowhere to go, or what it takes cannot be opened any more. */
  readonly target: Target | null;
  /** How much of it will be in memory while it is sent, in UTF-8. */
  readonly contentBytes: number;
}

/** The columns of a delivery `d` that say what it sends, as `pg` gives them. */
export interface DeliveryRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly destination_id: string;
  readonly output_id: string | null;
  readonly event: Delivery['event'];
  readonly happened_at: Date;
  readonly status: Delivery['status'];
  readonly verdict: Delivery['verdict'];
  readonly confidence_score: number | null;
  readonly words: string | null;
  readonly attempt_count: number;
}

export const DELIVERY_COLUMNS = `
  d.id, d.workspace_id, d.destination_id, d.output_id, d.event, d.happened_at, d.status, d.verdict,
  d.confidence_score, d.words, d.attempt_count`;

/** The columns of a delivery `d` and its destination `x` that say where it goes. */
export interface TargetRow extends FormerSecretsRow {
  readonly lane: string;
  readonly lease_until: Date;
  readonly kind: DestinationKind;
  readonly is_active: boolean;
  readonly address: string | null;
  readonly callback_url_sealed: string | null;
  readonly url_sealed: string | null;
  readonly secret_sealed: string | null;
  readonly content_bytes: number;
}

export const TARGET_COLUMNS = `
  d.lane, d.lease_until, d.callback_url_sealed, x.kind, x.is_active, x.address, x.url_sealed,
  x.secret_sealed, x.former_secret_sealed, x.former_secret_until, x.earlier_secrets_sealed`;

export function toDelivery(row: DeliveryRow): Delivery {
  // A run that erred has no verdict, whatever an earlier run has left in the row.
  const hasVerdict = row.status === 'pass' || row.status === 'flagged';
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    destinationId: row.destination_id,
    outputId: row.output_id,
    event: row.event,
    happenedAt: row.happened_at,
    status: row.status,
    verdict: hasVerdict ? row.verdict : null,
    confidenceScore: hasVerdict ? row.confidence_score : null,
    words: row.words === null ? null : (JSON.parse(row.words) as Words),
    attemptCount: row.attempt_count,
  };
}

export function toClaimed(
  row: DeliveryRow & TargetRow,
  open: Encryptor['open'],
  at: Date,
): ClaimedDelivery {
  const { lane, lease_until: leaseUntil, kind, event } = row;
  return {
    ...toDelivery(row),
    ...{ lane, leaseUntil, kind, contentBytes: row.content_bytes },
    // A test is sent whether its destination lives or not; a callback only where its URL is still there.
    isWanted:
      event === 'test' ||
      (row.is_active && (kind !== 'callbacks' || row.callback_url_sealed !== null)),
    target: openTarget(row, open, at),
  };
}

/** Null where the key is gone, or where there is nothing to open. */
function openTarget(
  row: DeliveryRow & TargetRow,
  open: Encryptor['open'],
  at: Date,
): Target | null {
  const { kind, address, secret_sealed: sealed } = row;
  const place = placeOfDestination(row.destination_id);
  try {
    // It is rotated also because a former one cannot be opened any more.
    const former = openFormerSecrets(row, (each) => openOrNull({ open }, each, place), at);
    const secrets = [
      ...(sealed === null ? [] : [open(sealed, place)]),
      ...former.map(({ secret }) => secret),
    ];
    if (kind === 'email' || kind === 'slack_app') return { kind, url: null, address, secrets };
    const url = openUrl(row, open, place);
    return url === null ? null : { kind, url, address, secrets };
  } catch {
    return null;
  }
}

function openUrl(row: TargetRow, open: Encryptor['open'], place: string): string | null {
  const { kind, callback_url_sealed: callback, url_sealed: url } = row;
  // That of an output is sealed for nothing in particular: it moves with events between services.
  if (kind === 'callbacks') return callback === null ? null : open(callback);
  return url === null ? null : open(url, place);
}
