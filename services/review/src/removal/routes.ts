import { deleteOutput } from '@output-review/contracts';

import { route } from '../context.ts';
import { noSuchOutput, requireSeen, tellReviewState } from '../outputs/seen.ts';
import { deletedIds, deleteOutputs } from './removal.ts';

export const removalRoutes = [
  route(deleteOutput, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    const deleted = await deleteOutputs(ctx, [key], { origin: request });
    if (deleted.length === 0) throw noSuchOutput();
    return { status: 200, body: { ok: true }, headers: deletedIds([key.id]) };
  }),
].map(tellReviewState);
