import { claimOutput, releaseOutput } from '@output-review/contracts';

import { route } from '../context.ts';
import { personOf } from '../outputs/output.pure.ts';
import { requireSeen, tellReviewState } from '../outputs/seen.ts';
import { claimOne } from './claims.ts';
import { releaseOwn } from './claims.sql.ts';

const NO_PERSON = 'Only people can claim outputs.';

export const claimRoutes = [
  route(claimOutput, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    const { takeOver = false } = request.body;
    const claiming = { principal: personOf(request.principal, NO_PERSON), takeOver };
    const { claimedBy, claimedUntil } = await claimOne(ctx, key, claiming);
    return { status: 200, body: { claimedBy, claimedUntil: claimedUntil.toISOString() } };
  }),
  route(releaseOutput, async (ctx, { principal, params: { id } }) => {
    const { workspaceId, userId } = personOf(principal, NO_PERSON);
    await releaseOwn(ctx.db, { workspaceId, id }, userId);
    ctx.jobs.tailEvents.wake();
    return { status: 200, body: { ok: true } };
  }),
].map(tellReviewState);
