import {
  acceptSlackLinkRequest,
  deleteSlackLink,
  getSlackLinkRequest,
  listSlackLinks,
  receiveSlackInteraction,
} from '@output-review/contracts';
import { hasBody, type JsonBody, type Route, type RouteContext } from '@output-review/runtime';

import { type Context, route } from '../context.ts';
import { answerSlack, verifySlack } from './interactions.ts';
import { acceptRequest, readRequest, unlink } from './links.ts';
import { linksOf } from './links.sql.ts';

/** Receives Slack interactions. A custom route, because the body is a form whose raw text is verified. */
const receiveRoute = (ctx: Context): Route => ({
  operation: receiveSlackInteraction,
  async respond(koa, tools) {
    // Counted before the body is read: anyone may send one.
    const { body, text, user } = await ctx.limiter.whileVerifying(tools.clientAddressOf(koa), () =>
      readVerified(ctx, koa, () => tools.takeBody(koa, receiveSlackInteraction, null)),
    );
    try {
      const answer = await answerSlack(ctx, user, { text, requestId: koa.state.requestId });
      // For a pressed button Slack expects only an acknowledgement.
      koa.body = answer ?? '';
      koa.status = 200;
    } finally {
      body?.release();
    }
  },
});

async function readVerified(ctx: Context, koa: RouteContext, takeBody: () => Promise<JsonBody>) {
  const body = hasBody(koa.req) ? await takeBody() : null;
  const text = body?.text ?? '';
  try {
    const user = await verifySlack(ctx, {
      text,
      signature: headerOf(koa, 'x-slack-signature'),
      timestamp: headerOf(koa, 'x-slack-request-timestamp'),
      requestId: koa.state.requestId,
    });
    return { body, text, user };
  } catch (error) {
    body?.release();
    throw error;
  }
}

function headerOf({ headers }: RouteContext, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export const slackRoutes = [
  receiveRoute,
  route(getSlackLinkRequest, async (ctx, { params: { token }, ...request }) => {
    const found = await readRequest(ctx, { ...request, token });
    const { expiresAt, ...rest } = found;
    return { status: 200, body: { ...rest, expiresAt: expiresAt.toISOString() } };
  }),
  route(acceptSlackLinkRequest, async (ctx, { params: { token }, ...request }) => {
    await acceptRequest(ctx, { ...request, token });
    return { status: 200, body: { ok: true } };
  }),
  route(listSlackLinks, async ({ db }, request) => {
    const links = await linksOf(db, request.principal);
    return {
      status: 200,
      body: links.map(({ linkedAt, ...link }) => ({ ...link, linkedAt: linkedAt.toISOString() })),
    };
  }),
  route(deleteSlackLink, async (ctx, { params: { slackUserId }, ...request }) => {
    await unlink(ctx, { ...request, slackUserId });
    return { status: 200, body: { ok: true } };
  }),
];
