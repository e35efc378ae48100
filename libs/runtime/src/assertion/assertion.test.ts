import type { Principal } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { createPrivateKey } from 'node:crypto';

import { FakeClock } from '../testing/fake-clock.ts';
import { generateAssertionKeys } from './assertion-keys.ts';
import { makeAssertionIssuer } from './assertion-issuer.ts';
import { makeAssertionVerifier } from './assertion-verifier.ts';

const user: Principal = {
  kind: 'user',
  workspaceId: 'w',
  userId: 'u',
  email: 'ada@example.com',
  role: 'manager',
};
const token: Principal = {
  kind: 'token',
  workspaceId: 'w',
  tokenId: 't',
  name: 'ci',
  scopes: ['submit', 'read'],
};
const workspaceToken: Principal = { ...token, name: null };
const service: Principal = { kind: 'service', service: 'review' };

const keys = generateAssertionKeys();

function makePair(clock = new FakeClock()) {
  return {
    clock,
    issuer: makeAssertionIssuer(keys.privateKey, clock),
    verifier: makeAssertionVerifier(keys.publicKey, clock),
  };
}

describe('an assertion', () => {
  test.each([user, token, workspaceToken, service])('carries $kind whole', async (principal) => {
    const { issuer, verifier } = makePair();

    expect(await verifier.verify(await issuer.issue(principal))).toEqual(principal);
  });

  test('is good for 60 s, and not longer than clocks may differ, although it is remembered', async () => {
    const { clock, issuer, verifier } = makePair();
    const assertion = await issuer.issue(user);
    await verifier.verify(assertion);

    clock.advance(59_000);
    expect(await verifier.verify(assertion)).toEqual(user);
    clock.advance(7_000);
    await expect(verifier.verify(assertion)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('is reused for 20 s for the same principal, and for nobody else', async () => {
    const { clock, issuer } = makePair();
    const first = await issuer.issue(user);

    expect(await issuer.issue({ ...user })).toBe(first);
    expect(await issuer.issue({ ...user, role: 'viewer' })).not.toBe(first);
    clock.advance(20_000);
    expect(await issuer.issue(user)).not.toBe(first);
  });

  test('of another key is refused', async () => {
    const { clock, verifier } = makePair();
    const stranger = makeAssertionIssuer(generateAssertionKeys().privateKey, clock);

    await expect(verifier.verify(await stranger.issue(user))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('whose claims were changed is refused', async () => {
    const { issuer, verifier } = makePair();
    const [head, , signature] = (await issuer.issue(user)).split('.');
    const claims = Buffer.from(JSON.stringify({ principal: { ...user, role: 'admin' } }));

    const forged = [head, claims.toString('base64url'), signature].join('.');

    await expect(verifier.verify(forged)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test.each(['', 'x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    '%j is refused',
    async (text) => {
      await expect(makePair().verifier.verify(text)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    },
  );
});

describe('a token that our key signed', () => {
  const sign = async (claims: Record<string, unknown>, audience = 'output-review/services') => {
    const { clock, verifier } = makePair();
    const key = createPrivateKey({
      key: Buffer.from(keys.privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    const jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('output-review/gateway')
      .setAudience(audience)
      .setExpirationTime(new Date(clock.now().getTime() + 60_000))
      .sign(key);
    return verifier.verify(jwt);
  };

  test('for another audience is refused', async () => {
    await expect(sign({ principal: user })).resolves.toEqual(user);
    await expect(sign({ principal: user }, 'somebody else')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test.each([
    [undefined],
    ['admin'],
    [{ ...user, role: 'owner' }],
    [{ ...user, workspaceId: '' }],
    [{ ...token, scopes: 'submit' }],
    [{ ...token, name: 7 }],
    [{ kind: 'service', service: 'cron' }],
    [{ kind: 'robot' }],
  ])('but names nobody that we know (%j) is refused', async (principal) => {
    await expect(sign({ principal })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
