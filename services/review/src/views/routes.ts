import { createView, deleteView, listViews, updateView } from '@output-review/contracts';

import { route } from '../context.ts';
import { presentView } from './views.pure.ts';
import { change, create, listFor, remove } from './views.ts';

export const viewRoutes = [
  route(listViews, async (ctx, { principal, assertion, query }) => {
    const views = await listFor(ctx, { principal, assertion }, query);
    return { status: 200, body: views.map((each) => presentView(...each)) };
  }),
  route(createView, async (ctx, request) => ({
    status: 201,
    body: presentView(...(await create(ctx, request))),
  })),
  route(updateView, async (ctx, request) => ({
    status: 200,
    body: presentView(...(await change(ctx, request))),
  })),
  route(deleteView, async (ctx, request) => {
    await remove(ctx, request);
    return { status: 200, body: { ok: true } };
  }),
];
