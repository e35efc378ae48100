import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import type { AssertionIssuer, ServiceClient } from '@output-review/runtime';

import { GATEWAY_PRINCIPAL } from './gateway-principal.ts';

export interface EvaluateNowDeps {
  /** A client of the evaluator. */
  readonly client: ServiceClient;
  readonly issuer: AssertionIssuer;
  readonly timeoutMs: number;
  /** Aborted when nobody may be kept waiting any longer. */
  readonly leaving: AbortSignal;
}

/** Evaluates a submission while its caller waits. */
export const makeEvaluateNow =
  ({ client, issuer, timeoutMs, leaving }: EvaluateNowDeps) =>
  async (event: OutputsSubmitted, requestId: string): Promise<OutputsEvaluated> =>
    client.call(INTERNAL_OPERATIONS.evaluateNow, {
      body: event,
      assertion: issuer.as(GATEWAY_PRINCIPAL),
      timeoutMs,
      signal: leaving,
      requestId,
    });
