import { INTERNAL_HEADERS, type Principal } from '@output-review/contracts';

import { type AssertionIssuer, makeAssertionIssuer } from '../assertion/assertion-issuer.ts';
import { type AssertionKeys, generateAssertionKeys } from '../assertion/assertion-keys.ts';
import { type AssertionVerifier, makeAssertionVerifier } from '../assertion/assertion-verifier.ts';
import { type Clock, systemClock } from '../clock/clock.ts';

export interface TestAssertions {
  readonly keys: AssertionKeys;
  readonly issuer: AssertionIssuer;
  readonly verifier: AssertionVerifier;
  /** The headers that the gateway would send on for this principal. */
  headersFor(principal: Principal): Promise<Record<string, string>>;
}

/** Stands in for the gateway: says who is asking, under keys of its own. */
export function testAssertions(clock: Clock = systemClock): TestAssertions {
  const keys = generateAssertionKeys();
  const issuer = makeAssertionIssuer(keys.privateKey, clock);
  return {
    keys,
    issuer,
    verifier: makeAssertionVerifier(keys.publicKey, clock),
    headersFor: async (principal) => ({
      [INTERNAL_HEADERS.assertion]: await issuer.issue(principal),
    }),
  };
}
