import { AppError } from '@output-review/errors';

import type { AttemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, LEASE_MS } from './claimed-delivery.ts';
import type { DeliveryDetail } from './found-delivery.ts';
import type { ReadDelivery } from './read-delivery.ts';

export interface NewTest {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly at: Date;
  readonly leaseUntil: Date;
}

interface Deps {
  readonly now: () => Date;
  readonly findKind: (
    workspaceId: string,
    destinationId: string,
  ) => Promise<ClaimedDelivery['kind'] | null>;
  readonly addTest: (test: NewTest) => Promise<ClaimedDelivery | null>;
  readonly attempt: AttemptDelivery;
  readonly read: ReadDelivery;
}

export type TestDestination = (
  workspaceId: string,
  destinationId: string,
) => Promise<DeliveryDetail>;

/** Sends a test at once, also to a destination that has ended. @throws AppError NOT_FOUND, CONFLICT. */
export const makeTestDestination =
  ({ now, findKind, addTest, attempt, read }: Deps): TestDestination =>
  async (workspaceId, destinationId) => {
    const kind = await findKind(workspaceId, destinationId);
    if (kind === 'callbacks') {
      throw new AppError(
        'CONFLICT',
        'Callbacks go to a URL of each output; there is none to test.',
      );
    }
    const at = now();
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    const delivery = kind && (await addTest({ workspaceId, destinationId, at, leaseUntil }));
    if (!delivery) throw new AppError('NOT_FOUND', 'There is no such destination.');
    await attempt(delivery, new AbortController().signal);
    return read(workspaceId, delivery.id);
  };
