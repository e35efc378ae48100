import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import { posterOf } from '../../domain/destinations/destination.ts';
import type { Caller } from '../caller.ts';
import type { ChangeDestinations } from './destination-changes.ts';

export type DeleteSubscription = (id: string, caller: Caller) => Promise<void>;

/**
 * Ends a subscription, also one that has ended by itself.
 *
 * @throws AppError NOT_FOUND, and FORBIDDEN for a named token that did not post it.
 */
export const makeDeleteSubscription =
  ({ change }: { readonly change: ChangeDestinations }): DeleteSubscription =>
  (id, caller) => {
    const poster = posterOf(caller.principal);
    return change(caller, caller.principal.workspaceId, async (changes) => {
      const present = await changes.subscription(id);
      if (!present) throw new AppError('NOT_FOUND', 'There is no such subscription.');
      if (poster !== null && !(await changes.hasPoster(id, poster))) {
        throw new AppError('FORBIDDEN', 'This token may end only what it has subscribed itself.');
      }
      if (present.endedReason === 'deleted') return;
      await changes.deleteSubscription(id);
      changes.audit({
        action: 'subscription.deleted',
        target: { kind: 'destination', id },
        before: { url: present.url, events: asIs(present.events) },
      });
    });
  };
