import {
  getOrSeedInstructions,
  listInstructions,
  queueFeedback,
  withdrawFeedback,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

/**
 * What this service owns, as long as it keeps no documents: the list is empty, and whatever needs a
 * document learns that there is none.
 */
export const ROUTES: readonly Route[] = [
  implement(listInstructions, async () => ({ status: 200 as const, body: [] })),
  implement(getOrSeedInstructions, async ({ body }) => {
    throw noInstructions(body);
  }),
  implement(queueFeedback, async ({ body }) => {
    throw noInstructions(body);
  }),
  implement(withdrawFeedback, async ({ query, body }) => {
    const ref = body.ref ?? query.ref;
    if (ref === undefined)
      throw new AppError('VALIDATION_FAILED', 'A ref is required.', {
        fields: { ref: 'Is required.' },
      });
    throw new AppError('NOT_FOUND', `No queued note has the ref ${ref}.`);
  }),
];

function noInstructions({ project, task }: { project: string; task: string }): AppError {
  return new AppError('NO_INSTRUCTIONS', `There are no instructions for ${project} / ${task}.`);
}
