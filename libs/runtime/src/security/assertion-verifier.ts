import { createPublicKey, type KeyObject } from 'node:crypto';

import type { Principal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { decodeProtectedHeader, jwtVerify } from 'jose';

import type { Clock } from '../base/clock.ts';
import { ASSERTION, issuerOf, parsePrincipal, type Signer, signerFor } from './assertion-claims.ts';
import { ExpiringMap } from './expiring-map.ts';

export interface AssertionVerifier {
  /**
   * @param audience of the receiver, from `audienceOf`.
   * @throws AppError UNAUTHENTICATED if the assertion is for another audience, expired, or signed by neither the
   *   gateway nor the operator.
   */
  verify(assertion: string, audience: string): Promise<Principal>;
}

/** SPKI, DER, base64. */
export interface VerifyingKeys {
  readonly gateway: string;
  /** Without this key no one is accepted as the operator. */
  readonly operator?: string | null;
}

interface Verified {
  readonly principal: Principal;
  readonly audiences: readonly string[];
}

const CACHED_MAX = 10_000;

/**
 * Creates the verifier of assertions. Caches valid assertions until they expire, so that each signature is checked
 * once.
 */
export function makeAssertionVerifier(keys: VerifyingKeys, clock: Clock): AssertionVerifier {
  const keyOf: Record<Signer, KeyObject | null> = {
    gateway: readPublicKey(keys.gateway),
    operator: keys.operator ? readPublicKey(keys.operator) : null,
  };
  const known = new ExpiringMap<Verified>(CACHED_MAX);

  const check = async (assertion: string): Promise<Verified> => {
    const signer = decodeProtectedHeader(assertion).kid === 'operator' ? 'operator' : 'gateway';
    const key = keyOf[signer];
    if (!key) throw new Error('No OPERATOR_PUBLIC_KEY is set');
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [ASSERTION.algorithm],
      issuer: issuerOf(signer),
      requiredClaims: ['exp', 'aud'],
      clockTolerance: ASSERTION.clockToleranceMs / 1000,
      currentDate: clock.now(),
    });
    const principal = parsePrincipal(payload[ASSERTION.principal]);
    if (!principal || payload.exp === undefined)
      throw new Error('The claims contain no valid principal');
    if (signerFor(principal) !== signer)
      throw new Error(`The ${signer} must not sign for this principal`);
    const verified = { principal, audiences: [payload.aud ?? []].flat() };
    known.set(assertion, verified, payload.exp * 1000);
    return verified;
  };

  return {
    async verify(assertion, audience) {
      try {
        const verified = known.get(assertion, clock.now().getTime()) ?? (await check(assertion));
        if (!verified.audiences.includes(audience)) throw new Error(`It is not for ${audience}`);
        return verified.principal;
      } catch (error) {
        throw new AppError('UNAUTHENTICATED', 'The assertion is not valid.', { cause: error });
      }
    },
  };
}

function readPublicKey(key: string): KeyObject {
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
}
