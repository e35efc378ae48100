import { type Clock, newId, type Sealer, type Transaction } from '@output-review/runtime';

import { originOf } from '../../domain/destinations/show-address.ts';
import { placeOfDestination } from '../../domain/destinations/sealing-place.ts';
import type {
  DestinationChanges,
  WantedSubscription,
  WithSecret,
} from '../../use-cases/destinations/destination-changes.ts';
import { DESTINATION_COLUMNS, type DestinationRow, toSubscription } from './destination-row.ts';
import { newSigningSecret } from './new-signing-secret.ts';
import { reviveDestination } from './revive-destination.ts';
import { supersedeWaiting } from './supersede-waiting.ts';
import type { UrlKeyOf } from './url-key.ts';

export interface SubscriptionDeps {
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly urlKeyOf: UrlKeyOf;
}

type SubscriptionChanges = Pick<
  DestinationChanges,
  | 'findSubscription'
  | 'countLive'
  | 'addSubscription'
  | 'revive'
  | 'subscription'
  | 'addPoster'
  | 'hasPoster'
  | 'deleteSubscription'
>;

/** What may be done to the subscriptions of a workspace. */
export function subscriptionChangesIn(
  tx: Transaction,
  workspaceId: string,
  deps: SubscriptionDeps,
): SubscriptionChanges {
  const { clock, sealer, urlKeyOf } = deps;
  const find = async (condition: string, ...values: unknown[]) => {
    const { rows } = await tx.query<DestinationRow>(
      `SELECT ${DESTINATION_COLUMNS} FROM destinations d
       WHERE d.workspace_id = $1 AND d.kind = 'subscription' AND ${condition}`,
      [workspaceId, ...values],
    );
    return rows[0] ? toSubscription(rows[0], sealer) : null;
  };
  return {
    findSubscription: ({ url, events }) =>
      find('d.url_key = $2 AND d.events = $3::text[]', urlKeyOf(workspaceId, url), events),
    subscription: (id) => find('d.id = $2', id),
    countLive: async () => {
      const { rows } = await tx.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM destinations
         WHERE workspace_id = $1 AND kind = 'subscription' AND is_active`,
        [workspaceId],
      );
      return rows[0]?.count ?? 0;
    },
    addSubscription: (wanted) => addSubscription(tx, workspaceId, { ...deps, wanted }),
    revive: (id) => reviveDestination(tx, id),
    ...postersIn(tx),
    deleteSubscription: async (id) => {
      await tx.query(
        `UPDATE destinations SET is_active = false, ended_reason = 'deleted' WHERE id = $1`,
        [id],
      );
      await supersedeWaiting(tx, id, clock.now());
    },
  };
}

function postersIn(tx: Transaction): Pick<DestinationChanges, 'addPoster' | 'hasPoster'> {
  return {
    addPoster: async (id, tokenId) => {
      await tx.query(
        `UPDATE destinations SET posted_by = posted_by || $2::text
         WHERE id = $1 AND NOT $2 = ANY(posted_by)`,
        [id, tokenId],
      );
    },
    hasPoster: async (id, tokenId) => {
      const { rows } = await tx.query(
        'SELECT FROM destinations WHERE id = $1 AND $2 = ANY(posted_by)',
        [id, tokenId],
      );
      return rows.length > 0;
    },
  };
}

async function addSubscription(
  tx: Transaction,
  workspaceId: string,
  { wanted, clock, sealer, urlKeyOf }: SubscriptionDeps & { readonly wanted: WantedSubscription },
): Promise<WithSecret> {
  const { url, events, source } = wanted;
  const id = newId();
  const secret = newSigningSecret();
  const seal = (text: string) => sealer.seal(text, placeOfDestination(id));
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
  const state = { isActive: true, endedReason: null };
  return { subscription: { id, url, events, source, createdAt, ...state }, secret };
}
