import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import type { Outputs } from '../use-cases/rules/dry-run.ts';
import type { Caller } from './caller.ts';

/** The outputs of review, asked in the name of a caller. */
export function makeOutputs(review: ServiceClient, caller: Caller): Outputs {
  const { workspaceId, assertion, requestId } = caller;
  return {
    getJudgedContent: (id) =>
      review.call(INTERNAL_OPERATIONS.getJudgedContent, {
        body: { workspaceId, id },
        assertion,
        requestId,
      }),
  };
}
