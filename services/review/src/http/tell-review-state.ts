import { INTERNAL_HEADERS } from '@output-review/contracts';
import type { Route } from '@output-review/runtime';

import { OutputNotReady } from '../use-cases/require-seen.ts';

/** Tells the gateway, beside the error, why an output was not found or not answered for. */
export function tellReviewState(route: Route): Route {
  return {
    operation: route.operation,
    respond: async (ctx, tools) => {
      try {
        await route.respond(ctx, tools);
      } catch (error) {
        if (error instanceof OutputNotReady) {
          ctx.set(INTERNAL_HEADERS.reviewState, error.state);
          if (error.ids.length > 0) ctx.set(INTERNAL_HEADERS.ids, JSON.stringify(error.ids));
        }
        throw error;
      }
    },
  };
}

/** Whether the gateway has brought what was missing and wants an answer from what there is. */
export function isAsIs(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers[INTERNAL_HEADERS.asIs] !== undefined;
}
