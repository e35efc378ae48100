import { INTERNAL_HEADERS, type ServiceName } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { audienceOf } from '../assertion/assertion-claims.ts';
import type { AssertionVerifier } from '../assertion/assertion-verifier.ts';
import type { Identify } from './route.ts';

/** Identifies by a signed assertion for the operation at this service, and by nothing else. */
export function identifyByAssertion(assertions: AssertionVerifier, service: ServiceName): Identify {
  return async (ctx, operation) => {
    const assertion = ctx.headers[INTERNAL_HEADERS.assertion];
    if (typeof assertion !== 'string') {
      throw new AppError('UNAUTHENTICATED', 'A credential is required.');
    }
    const principal = await assertions.verify(assertion, audienceOf(service, operation));
    return { principal, assertion };
  };
}
