import { withdrawFeedback } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeWithdrawFeedbackRoute = ({ askingFor, withdrawNote }: Actions): Route =>
  implement(withdrawFeedback, async ({ query, body, ...request }) => {
    // What stands in the body says more than what a tool puts into every address.
    const { ref, project, task } = { ...query, ...body };
    if (ref === undefined) throw withoutRef();
    const asking = askingFor(callerOf(request));
    const queuedCount = await withdrawNote(asking, { ref, project, task });
    return { status: 200, body: { ok: true, queuedCount } };
  });

function withoutRef(): AppError {
  return new AppError('VALIDATION_FAILED', 'A ref is required.', {
    fields: { ref: 'Is required.' },
  });
}
