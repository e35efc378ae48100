import {
  ALL_OPERATIONS,
  INTERNAL_HEADERS,
  INTERNAL_OPERATIONS,
  type Operation,
  type Principal,
  SERVICES,
} from '@output-review/contracts';

import { type Clock, systemClock } from '../base/clock.ts';
import { type AssertionKeys, generateAssertionKeys } from '../security/assertion-claims.ts';
import { type AssertionIssuer, makeAssertionIssuer } from '../security/assertion-issuer.ts';
import { type AssertionVerifier, makeAssertionVerifier } from '../security/assertion-verifier.ts';

export interface TestAssertions {
  /** The gateway's keys. */
  readonly keys: AssertionKeys;
  readonly operatorKeys: AssertionKeys;
  /** The gateway's issuer. */
  readonly issuer: AssertionIssuer;
  readonly verifier: AssertionVerifier;
  /**
   * Headers for a caller of several operations. The gateway and the operator normally sign each call. Here one
   * assertion covers all of them, so that a test can use one client.
   */
  headersFor(principal: Principal): Promise<Record<string, string>>;
}

/**
 * Stands in for the gateway and the operator: issues assertions with its own keys.
 *
 * @param operations of the test, in addition to those of the services.
 */
export function testAssertions(
  clock: Clock = systemClock,
  operations: readonly Operation[] = [],
): TestAssertions {
  const keys = generateAssertionKeys();
  const operatorKeys = generateAssertionKeys();
  const issuer = makeAssertionIssuer(keys.privateKey, clock);
  const operator = makeAssertionIssuer(operatorKeys.privateKey, clock);
  const all = [...operations, ...ALL_OPERATIONS];
  const { closeRegistryEntry, reopenRegistryEntry } = INTERNAL_OPERATIONS;
  const registry: readonly Operation[] = [closeRegistryEntry, reopenRegistryEntry];
  const onward = all.flatMap((operation) => {
    const { id, owner, access } = operation;
    const answersEverywhere = access === 'operator' || registry.includes(operation);
    return answersEverywhere ? SERVICES.map((each) => ({ id, owner: each })) : [{ id, owner }];
  });
  const verifying = { gateway: keys.publicKey, operator: operatorKeys.publicKey };
  return {
    ...{ keys, operatorKeys, issuer },
    verifier: makeAssertionVerifier(verifying, clock),
    headersFor: async (principal) => {
      const signer = principal.kind === 'operator' ? operator : issuer;
      const asked = { id: 'anything', owner: 'gateway', onward } as const;
      return { [INTERNAL_HEADERS.assertion]: await signer.issue(principal, asked) };
    },
  };
}
