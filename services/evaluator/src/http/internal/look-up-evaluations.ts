import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { InternalActions } from './internal-actions.ts';

export const makeLookUpEvaluationsRoute = ({ lookUpEvaluations }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.lookUpEvaluations, async ({ body }) => ({
    status: 200,
    body: { evaluations: await lookUpEvaluations(body.workspaceId, body.ids) },
  }));
