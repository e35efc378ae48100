import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import type { Caller } from '../use-cases/claims/caller.ts';
import type { AskGateway } from '../use-cases/claims/settle-claims.ts';

/** Asks the gateway about claims in the name of a caller. */
export const makeAskGateway =
  (gateway: ServiceClient, { assertion, requestId }: Caller): AskGateway =>
  async (claims) => {
    const { states } = await gateway.call(INTERNAL_OPERATIONS.settleFileClaims, {
      body: { claims },
      ...{ assertion, requestId },
    });
    return states;
  };
