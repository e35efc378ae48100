import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { AssertionIssuer, ServiceClient } from '@output-review/runtime';

import { GATEWAY_PRINCIPAL } from './gateway-principal.ts';

// It releases what it finds, and asks back what became of it.
const TIMEOUT_MS = 30_000;

/** Has media settle the claims on files that nobody has confirmed. */
export const makeSettleFiles =
  ({ client, issuer }: { client: ServiceClient; issuer: AssertionIssuer }) =>
  async (signal: AbortSignal): Promise<void> => {
    await client.call(INTERNAL_OPERATIONS.settleFiles, {
      assertion: issuer.as(GATEWAY_PRINCIPAL),
      ...{ timeoutMs: TIMEOUT_MS, signal },
    });
  };
