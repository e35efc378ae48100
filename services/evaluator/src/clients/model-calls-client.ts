import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { ServiceClient } from '@output-review/runtime';

import type { Caller } from './caller.ts';

/**
 * Counts a call to models as one of the caller's, at the gateway.
 *
 * @throws AppError RATE_LIMITED where there were too many in the last minute.
 */
export async function takeModelCall(
  gateway: ServiceClient,
  { assertion, requestId }: Omit<Caller, 'workspaceId'>,
): Promise<void> {
  const { retryAfterSeconds } = await gateway.call(INTERNAL_OPERATIONS.takeModelCall, {
    ...{ assertion, requestId },
  });
  if (retryAfterSeconds === null) return;
  throw new AppError('RATE_LIMITED', 'Too many calls that ask a model in one minute.', {
    retryAfterSeconds,
  });
}
