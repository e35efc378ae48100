import { queueFeedback } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeQueueFeedbackRoute = ({ askingFor, queueNote }: Actions): Route =>
  implement(queueFeedback, async ({ body, ...request }) => {
    const { project, task, comment, author = null, ref = null, logId = null } = body;
    const queuedBy = authorOf(request.principal).name;
    const asking = askingFor(callerOf(request));
    const note = { comment, author, ref, logId, queuedBy };
    const { at, queuedCount, ref: name } = await queueNote(asking, { project, task }, note);
    return { status: 200, body: { ok: true, at: at.toISOString(), queuedCount, ref: name } };
  });
