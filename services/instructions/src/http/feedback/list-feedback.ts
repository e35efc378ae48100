import { listFeedback } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { findDocument } from '../../use-cases/documents/read-document.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeListFeedbackRoute = ({ askingFor, documents, notes }: Actions): Route =>
  implement(listFeedback, async ({ query, ...request }) => {
    const { place } = await findDocument(documents, askingFor(callerOf(request)), query);
    const queued = await notes.listQueued(place.key);
    return {
      status: 200,
      body: queued.map(({ ref, comment, author, logId, queuedAt, queuedBy }) => ({
        ...{ ref, project: place.projectName, task: place.taskName, comment, author, logId },
        ...{ at: queuedAt.toISOString(), queuedBy },
      })),
    };
  });
