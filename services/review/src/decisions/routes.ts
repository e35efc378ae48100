import {
  type BodyOf,
  type BulkAction,
  changeManyOutputs,
  decideOutput,
  flagOutput,
  isAtLeast,
  withdrawOutput,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { route } from '../context.ts';
import { requireAllSeen, requireSeen, tellReviewState } from '../outputs/seen.ts';
import { deletedIds } from '../removal/removal.ts';
import { changeMany } from './change-many.ts';
import { decideOne } from './decide.ts';
import type { DecisionRequest, Lesson } from './decisions.pure.ts';
import { flagOne } from './flag.ts';
import { teachFrom } from './teach.ts';
import { withdrawOne } from './withdraw.ts';

export const decisionRoutes = [
  route(decideOutput, async (ctx, request) => {
    const { body } = request;
    const key = await requireSeen(ctx.db, request);
    if (body.teach === true) {
      const taught = await teachFrom(ctx, key, { lesson: readLesson(body), caller: request });
      const { decision: humanDecision, notQueuedBecause } = taught;
      const queued = notQueuedBecause === null;
      return {
        status: 200,
        body: { ok: true, id: key.id, humanDecision, queued, notQueuedBecause },
      };
    }
    const wanted = readDecision(body);
    const notTaught = { queued: null, notQueuedBecause: null };
    const { takeOver = false } = body;
    const humanDecision = await decideOne(ctx, key, { request: wanted, caller: request, takeOver });
    return { status: 200, body: { ok: true, id: key.id, humanDecision, ...notTaught } };
  }),
  route(flagOutput, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    await flagOne(ctx, key, request);
    return { status: 200, body: { ok: true, id: key.id, status: 'flagged' } };
  }),
  route(withdrawOutput, async (ctx, request) => {
    const key = await requireSeen(ctx.db, request);
    await withdrawOne(ctx, key, request);
    return { status: 200, body: { ok: true, id: key.id, humanDecision: 'handled' } };
  }),
  route(changeManyOutputs, async (ctx, request) => {
    const { body, principal, headers } = request;
    refuseTooLittleRole(body.action, principal.role);
    const { workspaceId } = principal;
    const keys = [...new Set(body.ids)].map((id) => ({ workspaceId, id }));
    await requireAllSeen(ctx.db, keys, headers);
    const { changedIds, skipped } = await changeMany(ctx, keys, request);
    return {
      status: 200,
      body: { ok: true, count: changedIds.length, skipped: [...skipped] },
      headers: body.action === 'delete' ? deletedIds(changedIds) : {},
    };
  }),
].map(tellReviewState);

type DecisionBody = BodyOf<typeof decideOutput>;

function readDecision(body: DecisionBody): DecisionRequest {
  const { decision, comment = null, correctedOutput = null, correctedAction = null } = body;
  const { reasonIds = [], override = false, confirmFlagged = false } = body;
  if (decision === undefined) throw missing('decision', 'A decision is required.');
  const corrected = { correctedOutput, correctedAction };
  return { decision, comment, ...corrected, reasonIds, override, confirmFlagged };
}

function readLesson({ decision, comment }: DecisionBody): Lesson {
  if (comment === undefined) throw missing('comment', 'A comment is required to teach.');
  return { decision: decision ?? null, comment };
}

function missing(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: 'Required.' } });
}

/** The operation is open to reviewers. Only deletion needs a higher role. */
function refuseTooLittleRole(action: BulkAction, role: Parameters<typeof isAtLeast>[0]): void {
  if (action !== 'delete' || isAtLeast(role, 'manager')) return;
  throw new AppError('FORBIDDEN', 'Only managers and admins can delete outputs.');
}
