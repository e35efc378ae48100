import {
  ALL_OPERATIONS,
  INTERNAL_OPERATIONS,
  type Principal,
  SERVICES,
} from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { createPrivateKey } from 'node:crypto';

import { FakeClock } from '../testing/fake-clock.ts';
import { generateAssertionKeys, type Signer } from './assertion-claims.ts';
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

const operator: Principal = { kind: 'operator' };

const keys = generateAssertionKeys();
const operatorKeys = generateAssertionKeys();
const { claimFiles, confirmFiles, makePasswordLink, applyEvents, replayDeadLetters } =
  INTERNAL_OPERATIONS;
const ASKED = { id: 'readThing', owner: 'review' } as const;
const HERE = 'review/readThing';
const REFUSED = { code: 'UNAUTHENTICATED' };

function makePair(clock = new FakeClock()) {
  const verifying = { gateway: keys.publicKey, operator: operatorKeys.publicKey };
  return {
    clock,
    issuer: makeAssertionIssuer(keys.privateKey, clock),
    operatorIssuer: makeAssertionIssuer(operatorKeys.privateKey, clock),
    verifier: makeAssertionVerifier(verifying, clock),
  };
}

describe('an assertion', () => {
  test.each([user, token, workspaceToken, service])(
    'carries $kind unchanged',
    async (principal) => {
      const { issuer, verifier } = makePair();

      expect(await verifier.verify(await issuer.issue(principal, ASKED), HERE)).toEqual(principal);
    },
  );

  test('is valid for 60 s plus the clock tolerance, even when cached', async () => {
    const { clock, issuer, verifier } = makePair();
    const assertion = await issuer.issue(user, ASKED);
    await verifier.verify(assertion, HERE);

    clock.advance(59_000);
    expect(await verifier.verify(assertion, HERE)).toEqual(user);
    clock.advance(7_000);
    await expect(verifier.verify(assertion, HERE)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('is reused for 20 s, only for the same principal and operation', async () => {
    const { clock, issuer } = makePair();
    const first = await issuer.issue(user, ASKED);
    const elsewhere = await issuer.issue(user, ASKED, 'media');

    expect(await issuer.issue(user, { ...ASKED, id: 'other' })).not.toBe(first);
    expect(elsewhere).not.toBe(first);
    expect(await issuer.issue(user, ASKED, 'media')).toBe(elsewhere);

    expect(await issuer.issue({ ...user }, ASKED)).toBe(first);
    expect(await issuer.issue({ ...user, role: 'viewer' }, ASKED)).not.toBe(first);
    clock.advance(20_000);
    expect(await issuer.issue(user, ASKED)).not.toBe(first);
  });

  test('for media is refused by every other service and for every other operation', async () => {
    const { issuer, verifier } = makePair();
    const stolen = await issuer.issue(service, claimFiles);
    const own = ['media/claimFiles', 'gateway/settleFileClaims'];
    const others = ALL_OPERATIONS.flatMap(({ id }) =>
      SERVICES.map((name) => `${name}/${id}`),
    ).filter((audience) => !own.includes(audience));

    for (const audience of own) expect(await verifier.verify(stolen, audience)).toEqual(service);
    for (const audience of others) {
      await expect(verifier.verify(stolen, audience)).rejects.toMatchObject(REFUSED);
    }
    expect(others).toContain('gateway/makePasswordLink');
  });

  test('is refused for another audience even after it was cached as valid', async () => {
    const { issuer, verifier } = makePair();
    const assertion = await issuer.issue(service, confirmFiles);
    await verifier.verify(assertion, 'media/confirmFiles');

    await expect(verifier.verify(assertion, 'media/deleteFiles')).rejects.toMatchObject(REFUSED);
  });

  test('for no operation, as in v0.1.0, is refused', async () => {
    const { clock, verifier } = makePair();
    const key = createPrivateKey({
      key: Buffer.from(keys.privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    const jwt = await new SignJWT({ principal: service })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('output-review/gateway')
      .setAudience('output-review/services')
      .setExpirationTime(new Date(clock.now().getTime() + 60_000))
      .sign(key);

    for (const operation of [makePasswordLink, applyEvents]) {
      const audience = `${operation.owner}/${operation.id}`;
      await expect(verifier.verify(jwt, audience)).rejects.toMatchObject(REFUSED);
    }
  });

  test("of the operator is accepted only with the operator's key, also for its onward calls", async () => {
    const { issuer, operatorIssuer, verifier } = makePair();
    const replay = await operatorIssuer.issue(operator, replayDeadLetters, 'evaluator');
    const forged = await issuer.issue(operator, replayDeadLetters, 'evaluator');

    for (const audience of ['evaluator/replayDeadLetters', 'review/requestRuns']) {
      expect(await verifier.verify(replay, audience)).toEqual(operator);
      await expect(verifier.verify(forged, audience)).rejects.toMatchObject(REFUSED);
    }
    await expect(verifier.verify(replay, 'review/replayDeadLetters')).rejects.toMatchObject(
      REFUSED,
    );
  });

  test('of the operator is refused if no operator key is configured', async () => {
    const { clock, operatorIssuer } = makePair();
    const without = makeAssertionVerifier({ gateway: keys.publicKey }, clock);

    await expect(
      without.verify(await operatorIssuer.issue(operator, ASKED), HERE),
    ).rejects.toMatchObject(REFUSED);
  });

  test('with another key is refused', async () => {
    const { clock, verifier } = makePair();
    const stranger = makeAssertionIssuer(generateAssertionKeys().privateKey, clock);

    await expect(verifier.verify(await stranger.issue(user, ASKED), HERE)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('with modified claims is refused', async () => {
    const { issuer, verifier } = makePair();
    const [head, , signature] = (await issuer.issue(user, ASKED)).split('.');
    const claims = Buffer.from(JSON.stringify({ principal: { ...user, role: 'admin' } }));

    const forged = [head, claims.toString('base64url'), signature].join('.');

    await expect(verifier.verify(forged, HERE)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test.each(['', 'x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    '%j is refused',
    async (text) => {
      await expect(makePair().verifier.verify(text, HERE)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    },
  );
});

describe('a token signed with the key of', () => {
  const sign = async (
    claims: Record<string, unknown>,
    given: { readonly audience?: string; readonly signer?: Signer; readonly issuer?: string } = {},
  ) => {
    const { audience = HERE, signer = 'gateway', issuer = signer } = given;
    const { clock, verifier } = makePair();
    const { privateKey } = signer === 'gateway' ? keys : operatorKeys;
    const key = createPrivateKey({
      key: Buffer.from(privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    const jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: signer })
      .setIssuer(`output-review/${issuer}`)
      .setAudience(audience)
      .setExpirationTime(new Date(clock.now().getTime() + 60_000))
      .sign(key);
    return verifier.verify(jwt, HERE);
  };

  test('the gateway is refused for another audience, and if it names another issuer', async () => {
    await expect(sign({ principal: user })).resolves.toEqual(user);
    for (const other of [{ audience: 'somebody else' }, { issuer: 'operator' }]) {
      await expect(sign({ principal: user }, other)).rejects.toMatchObject(REFUSED);
    }
  });

  test('the gateway keeps only the known scopes of a token', async () => {
    const principal = { ...token, scopes: ['submit', 'later'] };

    await expect(sign({ principal })).resolves.toEqual({ ...token, scopes: ['submit'] });
  });

  test('the operator is refused for any other principal', async () => {
    const signer = 'operator';

    await expect(sign({ principal: operator }, { signer })).resolves.toEqual(operator);
    for (const principal of [user, service]) {
      await expect(sign({ principal }, { signer })).rejects.toMatchObject(REFUSED);
    }
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
    [operator],
  ])('the gateway is refused if its principal is invalid (%j)', async (principal) => {
    await expect(sign({ principal })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
