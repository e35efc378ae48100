import type { EndedReason } from '@output-review/contracts';

import type { Destination } from '../../domain/destinations/destination.ts';

/** A destination as a list shows it, with how many of its deliveries stand where. */
export interface ListedDestination extends Destination {
  readonly waiting: number;
  readonly dead: number;
}

interface PageOf {
  readonly page: number;
  readonly limit: number;
  /** Only those that ended for it. */
  readonly endedReason?: EndedReason;
}

export interface DestinationPage {
  readonly items: readonly ListedDestination[];
  readonly total: number;
}

export type ListDestinations = (workspaceId: string, page: PageOf) => Promise<DestinationPage>;

interface Deps {
  /** Makes the one that stands for callback URLs, where it is missing. */
  readonly ensureCallbacks: (workspaceId: string) => Promise<void>;
  readonly findDestinations: ListDestinations;
}

/** Where events of a workspace go; callbacks always, so that their secret can be had before the first. */
export const makeListDestinations =
  ({ ensureCallbacks, findDestinations }: Deps): ListDestinations =>
  async (workspaceId, page) => {
    await ensureCallbacks(workspaceId);
    return findDestinations(workspaceId, page);
  };
