import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { ServiceClient } from '@output-review/runtime';

import { OutputNotSeen, type Outputs } from '../use-cases/rules/dry-run.ts';
import type { Caller } from './caller.ts';

/** The outputs of review, asked in the name of a caller. */
export function makeOutputs(review: ServiceClient, caller: Caller): Outputs {
  const { workspaceId, assertion, requestId } = caller;
  return {
    getJudgedContent: async (id) => {
      try {
        return await review.call(INTERNAL_OPERATIONS.getJudgedContent, {
          body: { workspaceId, id },
          assertion,
          requestId,
        });
      } catch (error) {
        throw error instanceof AppError && error.code === 'NOT_FOUND'
          ? new OutputNotSeen(id)
          : error;
      }
    },
  };
}
