import { INTERNAL_HEADERS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { AssertionVerifier } from '../assertion/assertion-verifier.ts';
import type { Identify } from './route.ts';

/** Identifies by the gateway's signed assertion, and by nothing else. */
export function identifyByAssertion(assertions: AssertionVerifier): Identify {
  return async (ctx) => {
    const assertion = ctx.headers[INTERNAL_HEADERS.assertion];
    if (typeof assertion !== 'string') {
      throw new AppError('UNAUTHENTICATED', 'A credential is required.');
    }
    return { principal: await assertions.verify(assertion), assertion };
  };
}
