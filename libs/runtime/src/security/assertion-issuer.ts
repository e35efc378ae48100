import { createPrivateKey } from 'node:crypto';

import type { Operation, Principal, ServiceName } from '@output-review/contracts';
import { SignJWT } from 'jose';

import type { Clock } from '../base/clock.ts';
import { ASSERTION, audienceOf, issuerOf, signerFor } from './assertion-claims.ts';
import { ExpiringMap } from './expiring-map.ts';

/** The requested operation, and the operations of other services that it calls. */
type Asked = Pick<Operation, 'id' | 'owner' | 'onward'>;

/** Signs assertions for one principal. */
export type Vouch = (operation: Asked, service: ServiceName) => Promise<string>;

export interface AssertionIssuer {
  /**
   * Issues a signed assertion of the caller's identity for an operation, valid for at least 40 s.
   *
   * @param service the called service, if several answer the operation.
   */
  issue(principal: Principal, operation: Asked, service?: ServiceName): Promise<string>;
  as(principal: Principal): Vouch;
}

// Signing costs some 60 µs, and a principal makes the same call many times a second.
const REUSE_MS = 20_000;
const CACHED_MAX = 10_000;

/**
 * Creates an issuer of assertions. The gateway and the operator's commands each have one, with their own key.
 *
 * @param privateKey PKCS #8, DER, base64.
 */
export function makeAssertionIssuer(privateKey: string, clock: Clock): AssertionIssuer {
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const issued = new ExpiringMap<Promise<string>>(CACHED_MAX);

  const sign = (principal: Principal, audiences: string[], now: number): Promise<string> => {
    const signer = signerFor(principal);
    return new SignJWT({ [ASSERTION.principal]: principal })
      .setProtectedHeader({ alg: ASSERTION.algorithm, kid: signer })
      .setIssuer(issuerOf(signer))
      .setAudience(audiences)
      .setIssuedAt(new Date(now))
      .setExpirationTime(new Date(now + ASSERTION.lifetimeMs))
      .sign(key);
  };

  const issue: AssertionIssuer['issue'] = (principal, operation, service = operation.owner) => {
    const now = clock.now().getTime();
    const cacheKey = JSON.stringify([service, operation.id, principal]);
    const cached = issued.get(cacheKey, now);
    if (cached) return cached;
    const { onward = [] } = operation;
    const others = onward.map((each) => audienceOf(each.owner, each));
    const assertion = sign(principal, [audienceOf(service, operation), ...others], now);
    issued.set(cacheKey, assertion, now + REUSE_MS);
    assertion.catch(() => issued.delete(cacheKey));
    return assertion;
  };

  return {
    issue,
    as: (principal) => (operation, service) => issue(principal, operation, service),
  };
}
