import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { ServiceClient } from '@output-review/runtime';

import type { Registry } from '../use-cases/rules/locate-rule.ts';
import type { Caller } from './caller.ts';

/** The registry of the gateway, asked in the name of a caller. */
export function makeRegistry(gateway: ServiceClient, caller: Caller): Registry {
  const { workspaceId, assertion, requestId } = caller;
  return {
    resolve: async (request) => {
      const body = { workspaceId, ...request };
      const options = { body, assertion, requestId };
      try {
        return await gateway.call(INTERNAL_OPERATIONS.resolveRegistry, options);
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  };
}
