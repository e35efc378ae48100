import { createView, deleteView, listViews, updateView } from '@output-review/contracts';

import { route } from '../context.ts';
import { presentView } from './views.pure.ts';
import { change, create, listFor, remove } from './views.ts';

export const viewRoutes = [
  route(listViews, async (ctx, { principal, assertion, query }) => {
    const views = await listFor(ctx, { principal, assertion }, query);
    return { status: 200, body: views.map((each) => presentView(...each)) };
  }),
  route(createView, async (ctx, { principal, body }) => ({
    status: 201,
    body: presentView(...(await create(ctx, principal, body))),
  })),
  route(updateView, async (ctx, { principal, params: { id }, body }) => ({
    status: 200,
    body: presentView(...(await change(ctx, principal, { id, body }))),
  })),
  route(deleteView, async (ctx, { principal, params: { id } }) => {
    await remove(ctx, principal, id);
    return { status: 200, body: { ok: true } };
  }),
];
