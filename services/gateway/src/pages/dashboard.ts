import { DASHBOARD_PREFIX } from '@output-review/contracts';
import {
  type AppContext,
  type AppState,
  disconnectSignal,
  REQUEST_ID_HEADER,
} from '@output-review/runtime';
import type { Middleware } from 'koa';

import { passedAnswerHeaders, passedRequestHeaders } from '../forwarding/headers.pure.ts';
import type { OwnerSender } from '../forwarding/owner-sender.ts';

// Paths of the API, of files, and of what is for the platform are never pages.
const NO_PAGE = /^\/(?:api|files|healthz|readyz|metrics)(?:\/|$)/;
const NOT_MODIFIED = 304;
const FILE = /^\/(?:assets\/|icon\.svg$)/;

/**
 * Forwards what is the dashboard's to review: `/`, its files, and every path that a browser opens as a
 * page. Anything else that is not there stays what it is for a program: 404 in JSON.
 */
export function serveDashboard(sender: OwnerSender): Middleware<AppState> {
  return (ctx, next) => (isDashboards(ctx) ? forwardToReview(ctx, sender) : next());
}

function isDashboards({ method, path, headers }: AppContext): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || NO_PAGE.test(path)) return false;
  return path === '/' || FILE.test(path) || (headers.accept ?? '').includes('text/html');
}

async function forwardToReview(ctx: AppContext, sender: OwnerSender): Promise<void> {
  const encodings = ctx.headers['accept-encoding'];
  const answer = await sender.send({
    owner: 'review',
    method: ctx.method,
    target: DASHBOARD_PREFIX + ctx.path,
    headers: {
      ...passedRequestHeaders(ctx.headers),
      // Its files lie there compressed.
      ...(typeof encodings === 'string' ? { 'accept-encoding': encodings } : {}),
      [REQUEST_ID_HEADER]: ctx.state.requestId,
    },
    body: null,
    signal: disconnectSignal(ctx),
  });
  ctx.set(passedAnswerHeaders(answer.headers));
  if (ctx.method === 'HEAD' || answer.status === NOT_MODIFIED) await answer.discard();
  else ctx.body = answer.body;
  ctx.status = answer.status;
}
