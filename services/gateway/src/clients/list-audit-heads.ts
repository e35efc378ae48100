import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { AssertionIssuer, ServiceClient } from '@output-review/runtime';

import type { AuditHead, HeadsPage } from '../use-cases/audit/keep-audit-heads.ts';
import { GATEWAY_PRINCIPAL } from './gateway-principal.ts';

// Nobody waits for it, and it is asked again in a minute.
const TIMEOUT_MS = 10_000;

/** Asks review for the ends of its audit chains. */
export const makeListAuditHeads =
  ({ client, issuer }: { client: ServiceClient; issuer: AssertionIssuer }) =>
  async (page: HeadsPage, signal: AbortSignal): Promise<readonly AuditHead[]> => {
    const answer = await client.call(INTERNAL_OPERATIONS.listAuditHeads, {
      body: page,
      assertion: issuer.as(GATEWAY_PRINCIPAL),
      ...{ timeoutMs: TIMEOUT_MS, signal },
    });
    return answer.heads;
  };
