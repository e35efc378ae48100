import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { disconnectSignal, implement, type Route } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { checkFiles } from './keeper.ts';

/** A check may take an hour. It is aborted when the caller disconnects. */
const checkRoute = (ctx: Context): Route => ({
  operation: INTERNAL_OPERATIONS.checkFiles,
  respond(http, tools) {
    const signal = disconnectSignal(http);
    const check = implement(INTERNAL_OPERATIONS.checkFiles, async () => ({
      status: 200,
      body: await checkFiles(ctx, signal),
    }));
    return check.respond(http, tools);
  },
});

export const storageRoutes = [checkRoute];
