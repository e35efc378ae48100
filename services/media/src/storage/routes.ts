import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { ClientDisconnected, implement, type Route } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { checkFiles } from './keeper.ts';

/** A check may take an hour. It ends when whoever asked for it hangs up. */
const checkRoute = (ctx: Context): Route => ({
  operation: INTERNAL_OPERATIONS.checkFiles,
  respond(http, tools) {
    const hangUp = new AbortController();
    http.res.once('close', () => hangUp.abort(new ClientDisconnected()));
    const check = implement(INTERNAL_OPERATIONS.checkFiles, async () => ({
      status: 200,
      body: await checkFiles(ctx, hangUp.signal),
    }));
    return check.respond(http, tools);
  },
});

export const storageRoutes = [checkRoute];
