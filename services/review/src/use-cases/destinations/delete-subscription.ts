import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import type { Caller } from '../caller.ts';
import type { ChangeDestinations } from './destination-changes.ts';

export type DeleteSubscription = (id: string, caller: Caller) => Promise<void>;

/** Ends a subscription, also one that has ended by itself. @throws AppError NOT_FOUND. */
export const makeDeleteSubscription =
  ({ change }: { readonly change: ChangeDestinations }): DeleteSubscription =>
  (id, caller) =>
    change(caller, caller.principal.workspaceId, async (changes) => {
      const present = await changes.subscription(id);
      if (!present) throw new AppError('NOT_FOUND', 'There is no such subscription.');
      if (present.endedReason === 'deleted') return;
      await changes.deleteSubscription(id);
      changes.audit({
        action: 'subscription.deleted',
        target: { kind: 'destination', id },
        before: { url: present.url, events: asIs(present.events) },
      });
    });
