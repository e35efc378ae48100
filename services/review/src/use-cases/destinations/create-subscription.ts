import { OUTPUT_EVENTS, type OutputEvent } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import { posterOf, sourceOf, type Subscription } from '../../domain/destinations/destination.ts';
import type { Caller } from '../caller.ts';
import type {
  ChangeDestinations,
  DestinationChanges,
  WantedSubscription,
} from './destination-changes.ts';

// Each is a delivery for whatever happens in the workspace.
const LIVE_MAX = 100;

export interface SubscriptionRequest {
  readonly url: string;
  /** All where it is left out. */
  readonly events?: readonly OutputEvent[];
}

export interface MadeSubscription {
  readonly subscription: Subscription;
  /** Null for one that was there already. */
  readonly secret: string | null;
}

interface Deps {
  readonly change: ChangeDestinations;
  /** What is wrong with a URL; null where it may be called. */
  readonly findUrlFault: (url: string) => Promise<string | null>;
}

export type CreateSubscription = (
  request: SubscriptionRequest,
  caller: Caller,
) => Promise<MadeSubscription>;

/**
 * Subscribes a URL to events of a workspace. The same URL with the same events again is the one that is
 * there, which lives again where it had ended.
 *
 * @throws AppError VALIDATION_FAILED for a URL that we may not call, CONFLICT where there are too many.
 */
export const makeCreateSubscription =
  ({ change, findUrlFault }: Deps): CreateSubscription =>
  async ({ url, events = OUTPUT_EVENTS }, caller) => {
    // Names are looked up before anything is locked.
    const fault = await findUrlFault(url);
    if (fault !== null) {
      throw new AppError('VALIDATION_FAILED', 'We may not call this URL; see fields.', {
        fields: { url: fault },
      });
    }
    const wanted = { url, events: inOneOrder(events), source: sourceOf(caller.principal) };
    const poster = posterOf(caller.principal);
    return change(caller, caller.principal.workspaceId, async (changes) => {
      const made = await makeOrFind(changes, wanted);
      if (poster !== null) await changes.addPoster(made.subscription.id, poster);
      return made;
    });
  };

async function makeOrFind(
  changes: DestinationChanges,
  wanted: WantedSubscription,
): Promise<MadeSubscription> {
  const present = await changes.findSubscription(wanted);
  if (present?.isActive) return { subscription: present, secret: null };
  await refuseTooMany(changes);
  if (present) await changes.revive(present.id);
  const made = present
    ? { subscription: { ...present, isActive: true, endedReason: null }, secret: null }
    : await changes.addSubscription(wanted);
  changes.audit({
    action: 'subscription.created',
    target: { kind: 'destination', id: made.subscription.id },
    after: { url: wanted.url, events: asIs(wanted.events) },
  });
  return made;
}

/** Events are a set: the order that they are named in means nothing. */
function inOneOrder(events: readonly OutputEvent[]): OutputEvent[] {
  return OUTPUT_EVENTS.filter((event) => events.includes(event));
}

async function refuseTooMany(changes: DestinationChanges): Promise<void> {
  if ((await changes.countLive()) < LIVE_MAX) return;
  throw new AppError('CONFLICT', `A workspace has at most ${LIVE_MAX} subscriptions.`);
}
