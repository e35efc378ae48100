import {
  getDelivery,
  listDeliveries,
  parseInstant,
  replayDeliveries,
  replayDelivery,
  testDestination,
} from '@output-review/contracts';

import { route } from '../context.ts';
import {
  presentDelivery,
  presentDeliveryDetail,
  readDeliveriesRequest,
} from './deliveries.pure.ts';
import {
  readDelivery,
  replayDeadDeliveries,
  replayOneDelivery,
  testOneDestination,
} from './deliveries.ts';
import { findDeliveries } from './list.sql.ts';

/** Lists, shows and replays deliveries. */
export const deliveryRoutes = [
  route(listDeliveries, async ({ db, encryptor }, { query, principal }) => {
    const request = readDeliveriesRequest(principal.workspaceId, query);
    const { deliveries, total } = await findDeliveries(db, encryptor, request);
    const items = deliveries.map((delivery) => presentDelivery(delivery, principal));
    return { status: 200, body: { items, total, page: request.page, limit: request.limit } };
  }),
  route(getDelivery, async (ctx, { params: { id }, principal }) => {
    const read = await readDelivery(ctx, { workspaceId: principal.workspaceId, id });
    return { status: 200, body: presentDeliveryDetail(read, principal) };
  }),
  route(replayDelivery, async (ctx, { params: { id }, principal }) => {
    await replayOneDelivery(ctx, { workspaceId: principal.workspaceId, id });
    return { status: 202, body: { ok: true, id } };
  }),
  route(replayDeliveries, async (ctx, request) => {
    const { destinationId, since } = request.body;
    const dead = { origin: request, workspaceId: request.principal.workspaceId, destinationId };
    const count = await replayDeadDeliveries(ctx, {
      ...dead,
      since: since === undefined ? null : parseInstant(since),
    });
    return { status: 202, body: { ok: true, count } };
  }),
  route(testDestination, async (ctx, request) => ({
    status: 200,
    body: presentDeliveryDetail(await testOneDestination(ctx, request), request.principal),
  })),
];
