import {
  type createSubscription,
  type deleteSubscription,
  OUTPUT_EVENTS,
  type OutputEvent,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RequestOf, SqlClient } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { posterOf, sourceOf, type Subscription } from './destinations.pure.ts';
import { reviveDestination, settleByPages } from './destinations.sql.ts';
import { changeDestinations } from './destinations.ts';
import {
  addPoster,
  addSubscription,
  countLiveSubscriptions,
  endSubscription,
  findSubscription,
  findSubscriptionById,
  hasPoster,
  resealUrl,
  type SubscriptionSealing,
  type WantedSubscription,
} from './subscriptions.sql.ts';

// Each adds a delivery to every event of the workspace.
const LIVE_MAX = 100;

export interface MadeSubscription {
  readonly subscription: Subscription;
  /** Null if it existed already. */
  readonly secret: string | null;
}

/**
 * Subscribes a URL to events of a workspace. If the same URL has the same events already, returns that one, and enables
 * it if it had ended.
 *
 * @throws AppError VALIDATION_FAILED for a URL that may not be called, CONFLICT if there are too many.
 */
export async function subscribe(
  ctx: Context,
  request: RequestOf<typeof createSubscription>,
): Promise<MadeSubscription> {
  const { url, events = OUTPUT_EVENTS } = request.body;
  const { principal } = request;
  // Resolves host names before anything is locked.
  const fault = await ctx.egress.validateUrl(url);
  if (fault !== null) {
    throw new AppError('VALIDATION_FAILED', 'Requests to this URL are not allowed. See `fields`.', {
      fields: { url: fault },
    });
  }
  const { workspaceId } = principal;
  const wanted = { workspaceId, url, events: inOneOrder(events), source: sourceOf(principal) };
  const poster = posterOf(principal);
  const former = await findSubscription(ctx.db, ctx, wanted);
  if (former) await settleByPages(ctx.db, former.id);
  return changeDestinations(ctx, workspaceId, async (tx) => {
    const made = await makeOrFind(tx, ctx, wanted);
    if (made.isNews) {
      tx.audit(request, {
        workspaceId,
        action: 'subscription.created',
        target: { kind: 'destination', id: made.subscription.id },
        after: { url: wanted.url, events: unredacted(wanted.events) },
      });
    }
    if (poster !== null) await addPoster(tx, made.subscription.id, poster);
    return made;
  });
}

async function makeOrFind(
  tx: SqlClient,
  sealing: SubscriptionSealing,
  wanted: WantedSubscription,
): Promise<MadeSubscription & { readonly isNews: boolean }> {
  const present = await findReadable(tx, sealing, wanted);
  if (present?.isActive) return { subscription: present, secret: null, isNews: false };
  await refuseTooMany(tx, wanted.workspaceId);
  if (!present) return { ...(await addSubscription(tx, sealing, wanted)), isNews: true };
  await reviveDestination(tx, present.id);
  const subscription = { ...present, isActive: true, endedReason: null };
  return { subscription, secret: null, isNews: true };
}

/** The existing one. Encrypts its URL again if it cannot be decrypted any more. */
async function findReadable(
  tx: SqlClient,
  sealing: SubscriptionSealing,
  wanted: WantedSubscription,
): Promise<Subscription | null> {
  const found = await findSubscription(tx, sealing, wanted);
  if (!found?.isUrlLost) return found;
  const present = { ...found, url: wanted.url, isUrlLost: false };
  await resealUrl(tx, sealing, present);
  return present;
}

/** Events are a set: their order means nothing. */
function inOneOrder(events: readonly OutputEvent[]): OutputEvent[] {
  return OUTPUT_EVENTS.filter((event) => events.includes(event));
}

/** Requires the lock on the destinations. @throws AppError CONFLICT if another active subscription is too many. */
export async function refuseTooMany(tx: SqlClient, workspaceId: string): Promise<void> {
  if ((await countLiveSubscriptions(tx, workspaceId)) < LIVE_MAX) return;
  throw new AppError('CONFLICT', `A workspace can have at most ${LIVE_MAX} subscriptions.`);
}

/**
 * Deletes a subscription, also one that was disabled.
 *
 * @throws AppError NOT_FOUND, and FORBIDDEN for a named token that did not post it.
 */
export function unsubscribe(
  ctx: Context,
  request: RequestOf<typeof deleteSubscription>,
): Promise<void> {
  const { params, principal } = request;
  const { workspaceId } = principal;
  const { id } = params;
  const poster = posterOf(principal);
  return changeDestinations(ctx, workspaceId, async (tx) => {
    const present = await findSubscriptionById(tx, ctx.encryptor, { workspaceId, id });
    if (!present) throw new AppError('NOT_FOUND', 'There is no such subscription.');
    if (poster !== null && !(await hasPoster(tx, id, poster))) {
      throw new AppError(
        'FORBIDDEN',
        'This token can delete only subscriptions that it posted itself.',
      );
    }
    if (present.endedReason === 'deleted') return;
    await endSubscription(tx, id);
    tx.audit(request, {
      workspaceId,
      action: 'subscription.deleted',
      target: { kind: 'destination', id },
      before: { url: present.url, events: unredacted(present.events) },
    });
  });
}
