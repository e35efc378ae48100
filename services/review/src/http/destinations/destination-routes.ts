import {
  type AnswerOf,
  listDestinations,
  rotateDestinationSecret,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { originOf, showUrl } from '../../domain/destinations/show-address.ts';
import type { ListDestinations } from '../../use-cases/destinations/list-destinations.ts';
import type { RotateSecret } from '../../use-cases/destinations/rotate-secret.ts';

export interface DestinationRoutesDeps {
  readonly listDestinations: ListDestinations;
  readonly rotateSecret: RotateSecret;
}

/** Where events of a workspace go, and what they are signed by. */
export const makeDestinationRoutes = (deps: DestinationRoutesDeps): Route[] => [
  implement(listDestinations, async ({ query, principal }) => {
    const { page, limit } = query;
    const { items, total } = await deps.listDestinations(principal.workspaceId, query);
    const body = { items: items.map((each) => present(each, principal)), total, page, limit };
    return { status: 200, body };
  }),
  implement(rotateDestinationSecret, async (request) => ({
    status: 200,
    body: { secret: await deps.rotateSecret(request.params.id, request) },
  })),
];

type Listed = Awaited<ReturnType<ListDestinations>>['items'][number];
type Answer = AnswerOf<typeof listDestinations, 200>['items'][number];

function present(destination: Listed, viewer: WorkspacePrincipal): Answer {
  const { id, kind, source, events, isActive, endedReason, hasSecret, waiting, dead } = destination;
  return {
    ...{ id, kind, source, address: showAddress(destination, viewer), events: [...events] },
    ...{ isActive, endedReason, hasSecret },
    formerSecretUntil: destination.formerSecretUntil?.toISOString() ?? null,
    createdAt: destination.createdAt.toISOString(),
    lastDeliveredAt: destination.lastDeliveredAt?.toISOString() ?? null,
    failingSince: destination.failingSince?.toISOString() ?? null,
    ...{ waiting, dead },
  };
}

/** The path of a Slack webhook is all that it takes to write there: nobody is shown it again. */
function showAddress({ kind, address }: Listed, viewer: WorkspacePrincipal): string | null {
  if (address === null || kind === 'email') return address;
  return kind === 'slack' ? originOf(address) : showUrl(address, viewer);
}
