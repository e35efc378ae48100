import { DASHBOARD_PREFIX } from '@output-review/contracts';
import {
  type AppContext,
  type AppState,
  cutWhenUnread,
  disconnectSignal,
  REQUEST_ID_HEADER,
  siteBlock,
} from '@output-review/runtime';
import { readOn } from '@output-review/shared-kernel';
import type { Middleware } from 'koa';

import type { Context } from '../context.ts';
import { passedAnswerHeaders, passedRequestHeaders } from '../forwarding/headers.pure.ts';

// Paths of the API, of files, and of what is for the platform are never pages.
const NO_PAGE = /^\/(?:api|files|healthz|readyz|metrics)(?:\/|$)/;
const NOT_MODIFIED = 304;
const FILE = /^\/(?:assets\/|icon\.svg$)/;
// Longer no browser shows an empty page for.
const TURN_MS_MAX = 10_000;

interface Pages extends Pick<Context, 'streamSender' | 'pageSeats' | 'unreadMsMax'> {
  readonly clientAddressOf: (ctx: AppContext) => string | null;
}

/**
 * Forwards what is the dashboard's to review: `/`, its files, and every path that a browser opens as a
 * page. Anything else that is not there stays what it is for a program: 404 in JSON.
 *
 * Anybody may ask for it, and who is slow to read it keeps a connection to review: so it has connections of its own,
 * for which there are seats, and a network has a part of them.
 */
export function serveDashboard(pages: Pages): Middleware<AppState> {
  return (ctx, next) => (isDashboards(ctx) ? forwardToReview(ctx, pages) : next());
}

function isDashboards({ method, path, headers }: AppContext): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || NO_PAGE.test(path)) return false;
  return path === '/' || FILE.test(path) || (headers.accept ?? '').includes('text/html');
}

async function forwardToReview(
  ctx: AppContext,
  { streamSender, pageSeats, unreadMsMax, clientAddressOf }: Pages,
): Promise<void> {
  const encodings = ctx.headers['accept-encoding'];
  const signal = disconnectSignal(ctx);
  const holder = siteBlock(clientAddressOf(ctx) ?? '');
  const seated = { holder, signal, turnMsMax: TURN_MS_MAX, ...readOn(ctx) };
  const answer = await pageSeats.whileRead(seated, () =>
    streamSender.send({
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
      signal,
    }),
  );
  cutWhenUnread(ctx.res, unreadMsMax);
  ctx.set(passedAnswerHeaders(answer.headers));
  if (ctx.method === 'HEAD' || answer.status === NOT_MODIFIED) await answer.discard();
  else ctx.body = answer.body;
  ctx.status = answer.status;
}
