import { exportOutputs } from '@output-review/contracts';
import type { Identity, RouteContext } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { HeldCall } from './held-calls.ts';
import { credentialOfCall } from './waiting.ts';

/** Looks after an answer that has begun. */
export type LookAfter = (ctx: Context, koa: RouteContext, identity: Identity) => Promise<void>;

/**
 * Cuts an export, which may take minutes, when the credential dies that it was asked for with, so that a part of it
 * does not look like all of it. For a user also with a lesser role, even one that may export: review shows callback URLs
 * by the role that it was begun in.
 */
export const cutWithCredential: LookAfter = async (ctx, koa, { principal }) => {
  if (!('workspaceId' in principal)) return;
  const role = principal.kind === 'user' ? principal.role : exportOutputs.access.role;
  const credential = await credentialOfCall(ctx, koa, { access: { role, scope: null }, principal });
  const call: HeldCall = {
    credential,
    end: (why) => {
      // A gateway that stops lets it end, if it is in time for that.
      if (why !== 'stopping') koa.res.destroy();
    },
  };
  if (koa.res.closed) return;
  ctx.heldCalls.add(call);
  koa.res.once('close', () => ctx.heldCalls.remove(call));
};
