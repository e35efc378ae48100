import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import type { RequestRuns } from '../use-cases/dead-letters/request-runs.ts';
import type { Caller } from './caller.ts';

/** Asks review for new runs in the name of a caller. */
export function makeRequestRuns(
  review: ServiceClient,
  { assertion, requestId }: Omit<Caller, 'workspaceId'>,
): RequestRuns {
  return async (outputs) => {
    const body = { outputs };
    const { started } = await review.call(INTERNAL_OPERATIONS.requestRuns, {
      ...{ body, assertion, requestId },
    });
    return started;
  };
}
