import { createPrivateKey } from 'node:crypto';

import type { Principal } from '@output-review/contracts';
import { SignJWT } from 'jose';

import type { Clock } from '../clock/clock.ts';
import { ASSERTION } from './assertion-claims.ts';
import { ExpiringMap } from './expiring-map.ts';

export interface AssertionIssuer {
  /** A signed statement of who is asking; good for at least 40 s from now. */
  issue(principal: Principal): Promise<string>;
}

// Signing costs some 60 µs; one principal asks many times a second.
const REUSE_MS = 20_000;
const CACHED_MAX = 10_000;

/**
 * Makes the issuer of assertions. Only the gateway has the private key.
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

  const sign = (principal: Principal, now: number): Promise<string> =>
    new SignJWT({ [ASSERTION.principal]: principal })
      .setProtectedHeader({ alg: ASSERTION.algorithm })
      .setIssuer(ASSERTION.issuer)
      .setAudience(ASSERTION.audience)
      .setIssuedAt(new Date(now))
      .setExpirationTime(new Date(now + ASSERTION.lifetimeMs))
      .sign(key);

  return {
    issue(principal) {
      const now = clock.now().getTime();
      const cacheKey = JSON.stringify(principal);
      const cached = issued.get(cacheKey, now);
      if (cached) return cached;
      const assertion = sign(principal, now);
      issued.set(cacheKey, assertion, now + REUSE_MS);
      assertion.catch(() => issued.delete(cacheKey));
      return assertion;
    },
  };
}
