import { createPublicKey } from 'node:crypto';

import type { Principal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { jwtVerify } from 'jose';

import type { Clock } from '../clock/clock.ts';
import { ASSERTION } from './assertion-claims.ts';
import { ExpiringMap } from './expiring-map.ts';
import { parsePrincipal } from './parse-principal.ts';

export interface AssertionVerifier {
  /** @throws AppError UNAUTHENTICATED where the assertion is not one of the gateway, or too old. */
  verify(assertion: string): Promise<Principal>;
}

const CACHED_MAX = 10_000;

/**
 * Makes the verifier of assertions. What was good is remembered until it expires, so that one
 * signature is checked once.
 *
 * @param publicKey SPKI, DER, base64.
 */
export function makeAssertionVerifier(publicKey: string, clock: Clock): AssertionVerifier {
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const verified = new ExpiringMap<Principal>(CACHED_MAX);

  const check = async (assertion: string): Promise<Principal> => {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [ASSERTION.algorithm],
      issuer: ASSERTION.issuer,
      audience: ASSERTION.audience,
      requiredClaims: ['exp'],
      clockTolerance: ASSERTION.clockToleranceMs / 1000,
      currentDate: clock.now(),
    });
    const principal = parsePrincipal(payload[ASSERTION.principal]);
    if (!principal || payload.exp === undefined) throw new Error('The claims name nobody');
    verified.set(assertion, principal, payload.exp * 1000);
    return principal;
  };

  return {
    async verify(assertion) {
      const known = verified.get(assertion, clock.now().getTime());
      if (known) return known;
      try {
        return await check(assertion);
      } catch (error) {
        throw new AppError('UNAUTHENTICATED', 'The assertion is not valid.', { cause: error });
      }
    },
  };
}
