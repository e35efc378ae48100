import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  ALL_CONNECTIONS,
  type ApiClient,
  eventually,
  makeApiClient,
  untilHeldUp,
} from '@output-review/runtime/testing';
import { Client } from 'pg';

import type { RunningGateway } from '../service.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { HeldHasher } from '../../test/people/held-hasher.ts';
import { WAITING_MAX, WAITING_PER_LINE_MAX } from './hash-queue.ts';

const RUNNING = 2;
const OF_A_LINE = RUNNING + WAITING_PER_LINE_MAX;
// One below the limit of wrong passwords for an account.
const OF_AN_ACCOUNT = 19;

let system: TestGateway;
let gateway: RunningGateway;
let api: ApiClient;
let hasher: HeldHasher;

beforeAll(async () => {
  system = await startTestGateway();
});

beforeEach(async () => {
  hasher = new HeldHasher();
  await gateway?.stop();
  gateway = await system.startAgain({
    ...ALL_CONNECTIONS,
    passwordHasher: hasher,
    isTrustedProxy: (address) => address === '127.0.0.1',
  });
  api = makeApiClient(gateway.publicUrl);
});

afterAll(async () => {
  await gateway.stop();
  await system[Symbol.asyncDispose]();
});

const signIn = (email: string, address: string, { password = 'wrong', cookie = '' } = {}) =>
  api.post('/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': address, cookie });

const right = { password: ADMIN.password };

/** Signs in to accounts that do not exist, one per address, until the given number is refused. */
async function flood(addresses: readonly string[], refusedMin: number) {
  const statuses: number[] = [];
  const answers = addresses.map(async (address, n) => {
    const answer = await signIn(`n${n}@${address.length}.example.com`, address);
    statuses.push(answer.status);
    return answer;
  });
  await eventually(() => expect(statuses.length).toBe(refusedMin));
  return answers;
}

test('refuses a flood from one address, and answers an honest sign-in and other calls meanwhile', async () => {
  const flooding = await flood(
    Array.from({ length: OF_A_LINE + 20 }, () => '192.0.2.1'),
    20,
  );
  const honest = signIn(ADMIN.email, '198.51.100.1', right);
  const reads = await api.get('/api/projects', { authorization: system.authorization });
  const atOnce = hasher.runningMax;

  hasher.releaseAll();
  const statuses = (await Promise.all(flooding)).map(({ status }) => status);

  expect(reads.status).toBe(200);
  expect(atOnce).toBe(2);
  expect((await honest).status).toBe(200);
  expect(statuses.filter((status) => status === 401)).toHaveLength(OF_A_LINE);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('refuses a flood with the right password too, with Retry-After, and counts none as wrong', async () => {
  const answered: number[] = [];
  const calls = Array.from({ length: OF_AN_ACCOUNT }, async () => {
    const answer = await signIn(ADMIN.email, '192.0.3.1', right);
    answered.push(answer.status);
    return answer;
  });
  await eventually(() => expect(answered).toHaveLength(OF_AN_ACCOUNT - OF_A_LINE));
  hasher.releaseAll();
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status === 429);

  expect(refused).toHaveLength(OF_AN_ACCOUNT - OF_A_LINE);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  const later = [];
  for (let n = 0; n < OF_AN_ACCOUNT; n += 1)
    later.push((await signIn(ADMIN.email, '192.0.3.1', right)).status);
  expect(later).toEqual(Array.from({ length: OF_AN_ACCOUNT }, () => 200));
});

test('a flood from many addresses refuses strangers, but not a browser that has signed in before', async () => {
  hasher.isHeld = false;
  const before = await signIn(ADMIN.email, '198.51.100.2', right);
  const cookie = before.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .find((each) => each?.includes('known_browser'));
  hasher.isHeld = true;
  const flooding = await flood(
    Array.from({ length: RUNNING + WAITING_MAX + 8 }, (_, n) => `2001:db8:${n}::1`),
    8,
  );

  const stranger = await signIn(ADMIN.email, '198.51.100.2', right);
  const known = Array.from({ length: WAITING_PER_LINE_MAX + 1 }, () =>
    signIn(ADMIN.email, '198.51.100.2', { ...right, cookie: cookie ?? '' }),
  );
  // Once one is refused, the others are waiting.
  const first = await Promise.race(known);
  const reads = await api.get('/api/projects', { authorization: system.authorization });
  hasher.releaseAll();
  await Promise.all(flooding);

  expect(stranger).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(stranger.headers.get('retry-after')).toBe('5');
  expect(reads.status).toBe(200);
  expect(first.status).toBe(429);
  const statuses = (await Promise.all(known)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(WAITING_PER_LINE_MAX);
});

test('sign-ins that wait to be counted leave database connections to other calls', async () => {
  hasher.isHeld = false;
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE sign_in_tries IN ACCESS EXCLUSIVE MODE');

  const signIns = Array.from({ length: 40 }, (_, n) =>
    signIn(`n${n}@example.com`, `2001:db8:${n}::1`),
  );
  await untilHeldUp(client, RUNNING, 'INSERT INTO sign_in_tries');
  const reads = await api.get('/api/projects', { authorization: system.authorization });
  await client.end();

  expect(reads.status).toBe(200);
  const statuses = (await Promise.all(signIns)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
});
