import { assignOutput, INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { requireSeen, tellReviewState } from '../outputs/seen.ts';
import { releaseWork } from './assignments.sql.ts';
import { assignOne, moveWorkOf } from './assignments.ts';
import { applyPeople } from './people.sql.ts';

export const assignmentRoutes = [
  tellReviewState(
    route(assignOutput, async (ctx, request) => {
      const key = await requireSeen(ctx.db, request);
      const assignee = await assignOne(ctx, key, { wanted: request.body, caller: request });
      return { status: 200, body: { ok: true, id: key.id, assignee } };
    }),
  ),
  route(INTERNAL_OPERATIONS.applyPeopleChange, async ({ db, jobs }, { body }) => {
    await db.transaction((tx) => applyPeople(tx, [body]));
    // The event gives back the rest: the caller cannot wait for it.
    await db.transaction((tx) => releaseWork(tx, body.workspaceId));
    jobs.tailEvents.wake();
    return { status: 200, body: { ok: true } };
  }),
  route(INTERNAL_OPERATIONS.moveGroupWork, async (ctx, request) => ({
    status: 200,
    body: await moveWorkOf(ctx, request),
  })),
];
