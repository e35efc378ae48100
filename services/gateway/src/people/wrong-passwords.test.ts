import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiAnswer, type ApiClient, makeApiClient } from '@output-review/runtime/testing';

import type { GatewayOptions, RunningGateway } from '../service.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { addUser, cookieOf, join, PASSWORD } from '../../test/people/test-user.ts';

const OPTIONS: Partial<GatewayOptions> = {
  // These limits apply even if calls are not limited.
  limits: null,
  signInLimits: { perBlock: 2, perAddress: 4, perAccount: 5, perBrowser: 2 },
  isTrustedProxy: (address) => address === '127.0.0.1',
};

let system: TestGateway;
let limited: RunningGateway;
let api: ApiClient;

beforeAll(async () => {
  system = await startTestGateway();
  limited = await system.startAgain(OPTIONS);
  api = makeApiClient(limited.publicUrl);
});

afterAll(async () => {
  await limited.stop();
  await system[Symbol.asyncDispose]();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

const signIn = (email: string, address: string, password = 'wrong') =>
  api.post('/api/auth/sign-in/email', { email, password }, from(address));

async function statusesOf(calls: readonly (() => Promise<ApiAnswer>)[]): Promise<number[]> {
  const statuses = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
}

test("limits a stranger's wrong passwords per block of addresses, for known and unknown accounts, and locks nobody else out", async () => {
  for (const email of [ADMIN.email, 'nobody@example.com']) {
    const net = email === ADMIN.email ? '192.0.2' : '192.0.3';

    const statuses = await statusesOf([
      () => signIn(email, `${net}.1`),
      () => signIn(email.toUpperCase(), `${net}.2`),
    ]);
    const refused = await signIn(email, `${net}.3`, ADMIN.password);
    const elsewhere = await signIn(email, `${net}0.4`, ADMIN.password);

    expect(statuses).toEqual([401, 401]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(elsewhere.status).toBe(email === ADMIN.email ? 200 : 401);
  }
});

test('a right password does not count', async () => {
  const right = () => signIn(ADMIN.email, '192.0.4.1', ADMIN.password);
  const statuses = await statusesOf([right, right, right, right, right, right]);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

test('concurrent attempts are limited like sequential ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => signIn('at-once@example.com', '192.0.5.1')),
  );
  const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
  expect(statuses).toEqual([401, 401, 429, 429, 429, 429, 429, 429]);
});

test('forgets wrong passwords after a minute, on every gateway', async () => {
  const { email } = await addUser(system, 'forgetful');
  await join(system, { id: 'forgetful', email }, { workspaceId: 'forgetful', role: 'viewer' });
  await statusesOf([() => signIn(email, '192.0.6.1'), () => signIn(email, '192.0.6.1')]);
  const right = (base = api) =>
    base.post('/api/auth/sign-in/email', { email, password: PASSWORD }, from('192.0.6.1'));

  const tooEarly = await right();
  const other = await system.startAgain(OPTIONS);
  const tooEarlyThere = await right(makeApiClient(other.publicUrl));
  await system.sql.query(`UPDATE sign_in_tries SET at = at - interval '1 minute'`);
  const later = await right();

  expect([tooEarly, tooEarlyThere, later].map(({ status }) => status)).toEqual([429, 429, 200]);
  await other.stop();
});

describe('a caller that tries an account from many addresses', () => {
  const owner = { id: 'owner', email: 'owner@example.com' };
  let known: string;
  let foreign: string;

  const knownBrowser = (answer: ApiAnswer): string =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0] ?? '')
      .find((cookie) => cookie.startsWith('output-review.known_browser=')) ?? '';
  const ownerSignsIn = (cookie: string, password = PASSWORD) =>
    api.post(
      '/api/auth/sign-in/email',
      { email: owner.email.toUpperCase(), password },
      { ...from('198.51.100.7'), cookie },
    );

  beforeAll(async () => {
    await addUser(system, owner.id);
    await join(system, owner, { workspaceId: 'owners', role: 'viewer' });
    known = knownBrowser(await signIn(owner.email, '198.51.100.1', PASSWORD));
    foreign = knownBrowser(await signIn(ADMIN.email, '198.51.101.1', ADMIN.password));
    // From enough blocks that none reaches its limit.
    const tries = [1, 2, 3, 4, 5].map((n) => () => signIn(owner.email, `203.1.${n}.1`));
    expect(await statusesOf(tries)).toEqual([401, 401, 401, 401, 401]);
  });

  test('is stopped, and cannot lock out a browser that signed in before', async () => {
    const stranger = await signIn(owner.email, '203.1.99.1', PASSWORD);
    const ownBrowser = await ownerSignsIn(known);

    expect(stranger).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(ownBrowser.status).toBe(200);
    expect(knownBrowser(ownBrowser)).not.toBe(known);
  });

  test.each([
    ['none', () => ''],
    ['one of another account', () => foreign],
    ['one with another signature', () => known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['one with a later expiry', () => known.replace(/\.(\d+)\./, '.9999999999.')],
    ['one with the name of another browser', () => known.replace(/=[^.]+/, '=somebody')],
    ['none of ours', () => 'output-review.known_browser=%..=.'],
  ])('has no lane of its own with a cookie that is %s', async (_, cookie) => {
    expect((await ownerSignsIn(cookie())).status).toBe(429);
  });

  test('is counted by its cookie if it has one, separately from other browsers of the account', async () => {
    const [stolen, other] = [known, knownBrowser(await ownerSignsIn(known))];

    const statuses = await statusesOf([
      () => ownerSignsIn(stolen, 'wrong'),
      () => ownerSignsIn(stolen, 'wrong'),
      () => ownerSignsIn(stolen),
      () => ownerSignsIn(other),
    ]);

    expect(statuses).toEqual([401, 401, 429, 200]);
  });

  test('does not stop the owner from changing the password, which has its own limit', async () => {
    const cookie = cookieOf((await ownerSignsIn(knownBrowser(await freshBrowser()))).headers);
    const change = (currentPassword: string) =>
      api.post(
        '/api/auth/change-password',
        { currentPassword, newPassword: `${PASSWORD}, renewed` },
        { ...from('198.51.100.7'), cookie, origin: limited.publicUrl },
      );

    const statuses = await statusesOf([
      () => change('wrong'),
      () => change('wrong'),
      () => change(PASSWORD),
    ]);

    expect(statuses).toEqual([400, 400, 429]);
  });

  /** Signs in after the minute of the strangers' attempts has passed. */
  async function freshBrowser(): Promise<ApiAnswer> {
    await system.sql.query(`UPDATE sign_in_tries SET at = at - interval '1 minute'`);
    return signIn(owner.email, '198.51.102.1', PASSWORD);
  }
});

test('the cookie of a known browser is HttpOnly, and the tried email is not stored', async () => {
  const answer = await signIn(ADMIN.email, '192.0.7.1', ADMIN.password);
  const cookie = answer.headers.getSetCookie()[1];

  expect(cookie).toMatch(
    /^output-review\.known_browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const { rows } = await system.sql.query('SELECT string_agg(key, $1) AS keys FROM sign_in_tries', [
    '',
  ]);
  expect(JSON.stringify(rows)).not.toContain('@');
});

test('limits the attempts of an address, whatever it claims and however it is written', async () => {
  // A different account each, so that only the address counts.
  let n = 0;
  const tries = (addresses: readonly string[]) =>
    statusesOf(addresses.map((address) => () => signIn(`${(n += 1)}@tries.example.com`, address)));

  const one = await tries([
    '203.0.113.1',
    '1.1.1.1, 203.0.113.1',
    '::ffff:203.0.113.1',
    '203.0.113.1:80',
    '9.9.9.9, 203.0.113.1',
  ]);
  const block = await tries([
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8::3:4',
    '2001:db8:0:0:5::',
    '2001:db8::6',
  ]);
  const others = await tries(['203.0.113.2', '2001:db8:0:1::1']);

  expect(one).toEqual([401, 401, 401, 401, 429]);
  expect(block).toEqual([401, 401, 401, 401, 429]);
  expect(others).toEqual([401, 401]);
});

test('an address that is stopped locks nobody else out of an account', async () => {
  const address = '203.0.114.50';
  await statusesOf([1, 2, 3, 4].map((n) => () => signIn(`${n}@flood.example.com`, address)));

  const stopped = await statusesOf(
    [1, 2, 3].map(() => () => signIn('victim@example.com', address)),
  );
  const neighbour = await signIn('victim@example.com', '203.0.114.51');

  expect(stopped).toEqual([429, 429, 429]);
  expect(neighbour.status).toBe(401);
});
