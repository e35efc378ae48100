import { exportOutputs } from '@output-review/contracts';

import { route } from '../context.ts';
import { headersOf, startExport } from './export.ts';

export const exportRoutes = [
  route(exportOutputs, async (ctx, request) => ({
    status: 200,
    body: await startExport(ctx, request),
    headers: headersOf(request.query, ctx.clock.now()),
  })),
];
