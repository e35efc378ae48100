import { createView, deleteView, listViews, updateView } from '@output-review/contracts';

import { route } from '../context.ts';
import { change, create, listFor, remove } from './views.ts';

export const viewRoutes = [
  route(listViews, async (ctx, { principal, assertion, query }) => ({
    status: 200,
    body: await listFor(ctx, { principal, assertion }, query),
  })),
  route(createView, async (ctx, request) => ({ status: 201, body: await create(ctx, request) })),
  route(updateView, async (ctx, request) => ({ status: 200, body: await change(ctx, request) })),
  route(deleteView, async (ctx, request) => {
    await remove(ctx, request);
    return { status: 200, body: { ok: true } };
  }),
];
