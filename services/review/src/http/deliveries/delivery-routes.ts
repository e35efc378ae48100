import {
  getDelivery,
  listDeliveries,
  parseInstant,
  replayDeliveries,
  replayDelivery,
  testDestination,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import {
  type DeliveriesRequest,
  readDeliveriesRequest,
} from '../../domain/deliveries/deliveries-request.ts';
import type { FoundDeliveries } from '../../use-cases/deliveries/found-delivery.ts';
import type { ReadDelivery } from '../../use-cases/deliveries/read-delivery.ts';
import type { DeadDeliveries } from '../../use-cases/deliveries/replay-deliveries.ts';
import type { TestDestination } from '../../use-cases/deliveries/test-destination.ts';
import { presentDelivery, presentDetail } from './present-delivery.ts';

interface Deps {
  readonly list: (request: DeliveriesRequest) => Promise<FoundDeliveries>;
  readonly read: ReadDelivery;
  readonly replayOne: (workspaceId: string, id: string) => Promise<void>;
  readonly replayDead: (dead: DeadDeliveries) => Promise<number>;
  readonly test: TestDestination;
  /** Something waits to be sent. */
  readonly onReplay: () => void;
}

/** What went out, how, and once more. */
export const makeDeliveryRoutes = ({ list, read, test, onReplay, ...deps }: Deps): Route[] => [
  implement(listDeliveries, async ({ query, principal }) => {
    const request = readDeliveriesRequest(principal.workspaceId, query);
    const { deliveries, total } = await list(request);
    const items = deliveries.map((delivery) => presentDelivery(delivery, principal));
    return { status: 200, body: { items, total, page: request.page, limit: request.limit } };
  }),
  implement(getDelivery, async ({ params, principal }) => ({
    status: 200,
    body: presentDetail(await read(principal.workspaceId, params.id), principal),
  })),
  implement(replayDelivery, async ({ params, principal }) => {
    await deps.replayOne(principal.workspaceId, params.id);
    onReplay();
    return { status: 202, body: { ok: true, id: params.id } };
  }),
  implement(replayDeliveries, async ({ body, principal }) => {
    const { destinationId, since } = body;
    const dead = { workspaceId: principal.workspaceId, destinationId };
    const count = await deps.replayDead({
      ...dead,
      since: since === undefined ? null : parseInstant(since),
    });
    onReplay();
    return { status: 202, body: { ok: true, count } };
  }),
  implement(testDestination, async ({ params, principal }) => ({
    status: 200,
    body: presentDetail(await test(principal.workspaceId, params.id), principal),
  })),
];
