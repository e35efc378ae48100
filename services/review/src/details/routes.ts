import { editDetails, getOutput } from '@output-review/contracts';

import { type Context, route } from '../context.ts';
import type { Decider } from '../decisions/corrections.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { requireSeen, tellReviewState } from '../outputs/seen.ts';
import { readOutput } from './detail.ts';
import { editOutput } from './edit.ts';
import { presentDetail } from './present.ts';

export const detailRoutes = [
  route(getOutput, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    return { status: 200, body: await presentOne(ctx, key, request) };
  }),
  route(editDetails, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    await editOutput(ctx, key, { request: request.body, caller: request });
    return { status: 200, body: await presentOne(ctx, key, request) };
  }),
].map(tellReviewState);

async function presentOne(ctx: Context, key: OutputKey, viewer: Decider) {
  const read = await readOutput(ctx, key, viewer);
  const { principal } = viewer;
  return presentDetail(read, { principal, encryptor: ctx.encryptor });
}
