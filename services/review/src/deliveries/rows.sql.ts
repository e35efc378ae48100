import type { DestinationKind } from '@output-review/contracts';
import { type Encryptor, openOrNull } from '@output-review/runtime';

import { placeOfDestination } from '../destinations/destinations.pure.ts';
import { type FormerSecretsRow, openFormerSecrets } from '../destinations/secrets.ts';
import type { Delivery, Target } from './body.pure.ts';

/** A delivery that this process may send until its lease expires. */
export interface ClaimedDelivery extends Delivery {
  readonly lane: string;
  readonly leaseUntil: Date;
  readonly kind: DestinationKind;
  /** Whether its destination is still active. */
  readonly isWanted: boolean;
  /** Null if it has no target, or if its credentials cannot be decrypted any more. */
  readonly target: Target | null;
  /** Bytes in UTF-8 that it will hold in memory while it is sent. */
  readonly contentBytes: number;
}

/** The contents columns of a delivery `d`, as `pg` returns them. */
export interface DeliveryRow extends Omit<Delivery, 'words'> {
  readonly words: string | null;
}

// A run that ended in error has no verdict, whatever an earlier run left in the row.
const ofVerdict = (column: string): string =>
  `CASE WHEN d.status IN ('pass', 'flagged') THEN d.${column} END`;

export const DELIVERY_COLUMNS = `
  d.id, d.workspace_id AS "workspaceId", d.destination_id AS "destinationId", d.output_id AS "outputId",
  d.event, d.happened_at AS "happenedAt", d.status, ${ofVerdict('verdict')} AS verdict,
  ${ofVerdict('confidence_score')} AS "confidenceScore", d.words, d.attempt_count AS "attemptCount"`;

/** The target columns of a delivery `d` and its destination `x`. */
export interface TargetRow
  extends FormerSecretsRow, Pick<ClaimedDelivery, 'lane' | 'leaseUntil' | 'kind' | 'contentBytes'> {
  readonly isActive: boolean;
  readonly address: string | null;
  readonly callbackUrlSealed: string | null;
  readonly urlSealed: string | null;
  readonly secretSealed: string | null;
}

export const TARGET_COLUMNS = `
  d.lane, d.lease_until AS "leaseUntil", d.callback_url_sealed AS "callbackUrlSealed", x.kind,
  x.is_active AS "isActive", x.address, x.url_sealed AS "urlSealed", x.secret_sealed AS "secretSealed",
  x.former_secret_sealed, x.former_secret_until, x.earlier_secrets_sealed`;

/** Picks the fields that are sent, so that nothing else, such as encrypted secrets, is kept in memory with it. */
export function toDelivery(row: DeliveryRow): Delivery {
  const { id, workspaceId, destinationId, outputId, event, happenedAt, words } = row;
  const { status, verdict, confidenceScore, attemptCount } = row;
  return {
    ...{ id, workspaceId, destinationId, outputId, event, happenedAt },
    ...{ status, verdict, confidenceScore, attemptCount },
    words: words === null ? null : (JSON.parse(words) as Delivery['words']),
  };
}

export function toClaimed(
  row: DeliveryRow & TargetRow,
  open: Encryptor['open'],
  at: Date,
): ClaimedDelivery {
  const { lane, leaseUntil, kind, contentBytes } = row;
  return {
    ...toDelivery(row),
    ...{ lane, leaseUntil, kind, contentBytes },
    // A test is sent even if its destination is disabled.
    isWanted: row.event === 'test' || row.isActive,
    target: openTarget(row, open, at),
  };
}

/** Null if the key is gone, or if there is nothing to decrypt. */
function openTarget(
  row: DeliveryRow & TargetRow,
  open: Encryptor['open'],
  at: Date,
): Target | null {
  const { kind, address, secretSealed: sealed } = row;
  const place = placeOfDestination(row.destinationId);
  try {
    // Ignores former secrets that cannot be decrypted: that is a reason to rotate them.
    const former = openFormerSecrets(row, (each) => openOrNull({ open }, each, place), at);
    const secrets = [
      ...(sealed === null ? [] : [open(sealed, place)]),
      ...former.map(({ secret }) => secret),
    ];
    if (kind === 'email' || kind === 'slack_app') {
      return address === null ? null : { kind, url: null, address, secrets };
    }
    const url = openUrl(row, open, place);
    return url === null ? null : { kind, url, address, secrets };
  } catch {
    return null;
  }
}

function openUrl(row: TargetRow, open: Encryptor['open'], place: string): string | null {
  const { kind, callbackUrlSealed: callback, urlSealed: url } = row;
  // The callback URL of an output is encrypted without a context, because it moves between services in events.
  if (kind === 'callbacks') return callback === null ? null : open(callback);
  return url === null ? null : open(url, place);
}
