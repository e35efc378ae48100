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

// Paths of the API, files and platform checks are never pages.
const NO_PAGE = /^\/(?:api|files|healthz|readyz|metrics)(?:\/|$)/;
const NOT_MODIFIED = 304;
const FILE = /^\/(?:assets\/|icon\.svg$)/;
// No browser shows an empty page for longer.
const TURN_MS_MAX = 10_000;

interface Pages extends Pick<Context, 'streamSender' | 'pageSeats' | 'unreadMsMax'> {
  readonly clientAddressOf: (ctx: AppContext) => string | null;
}

/**
 * Forwards the requests for the dashboard to review: `/`, its files, and every path that a browser opens as a page. Any
 * other unknown path gets 404 in JSON, as programs expect.
 *
 * Anyone may request the dashboard, and a slow reader keeps a connection to review. So it has its own connections with
 * seats, of which a network gets only a part.
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
        // Review stores the files compressed.
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
