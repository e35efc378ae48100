import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { AssertionIssuer, ServiceClient } from '@output-review/runtime';

import type { OutputKey } from '../use-cases/submissions/reconcile-bodies.ts';
import { GATEWAY_PRINCIPAL } from './gateway-principal.ts';

/** Asks review which of these outputs it holds. */
export const makeConfirmHeld =
  ({ client, issuer }: { client: ServiceClient; issuer: AssertionIssuer }) =>
  async (keys: readonly OutputKey[]): Promise<readonly OutputKey[]> => {
    const { held } = await client.call(INTERNAL_OPERATIONS.confirmHeld, {
      body: { outputs: keys },
      assertion: issuer.as(GATEWAY_PRINCIPAL),
    });
    return held;
  };
