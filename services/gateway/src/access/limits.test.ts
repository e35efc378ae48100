import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, type Principal } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import {
  ALL_CONNECTIONS,
  type ApiClient,
  makeApiClient,
  silentLog,
} from '@output-review/runtime/testing';
import { Client } from 'pg';

import { DEFAULT_SIGN_IN_LIMITS } from './limits.ts';
import { DEFAULT_LIMITS, type RunningGateway } from '../service.ts';
import { cookieFor } from '../../test/people/test-user.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

// Several gateways run in one process. Nothing listens at this URL, so PostgreSQL counts.
const rateWindow = { redisUrl: 'redis://127.0.0.1:1' };
const assertionKeys = generateAssertionKeys();
const signInBody = { email: ADMIN.email, password: ADMIN.password };

let system: TestGateway;
let started: RunningGateway[] = [];

beforeAll(async () => {
  system = await startTestGateway({
    ...ALL_CONNECTIONS,
    assertionKeys,
    rateWindow,
    limits: DEFAULT_LIMITS,
  });
});

afterEach(async () => {
  await Promise.all(started.map((gateway) => gateway.stop()));
  started = [];
  await system.sql.query('TRUNCATE rate_window_slots, model_calls, sign_in_tries');
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

async function startAgain(...change: Parameters<TestGateway['startAgain']>) {
  const gateway = await system.startAgain(...change);
  started.push(gateway);
  return gateway;
}

const statuses = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status);

const repeat = async <T>(times: number, call: (n: number) => Promise<T>): Promise<T[]> => {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push(await call(n));
  return answers;
};

test('limits and counts reads, writes, claims and sign-ins separately', async () => {
  const limited = await startAgain({
    limits: {
      ...{ ...DEFAULT_LIMITS, readsPerMinute: 2, writesPerMinute: 1 },
      ...{ claimsPerMinute: 1, mailsPerMinute: 1 },
    },
    signInLimits: { ...DEFAULT_SIGN_IN_LIMITS, perBlock: 3 },
  });
  const api = makeApiClient(limited.publicUrl);
  const signIns = await repeat(5, (n) =>
    api.post('/api/auth/sign-in/email', { ...signInBody, ...(n > 0 && { password: 'wrong' }) }),
  );
  const cookie = signIns[0]?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = api.with({ cookie, origin: limited.publicUrl });

  const reads = await repeat(3, () => session.get('/api/projects'));
  const writes = await repeat(2, (n) => session.post('/api/projects', { name: `Limited ${n}` }));

  const claim = '/api/logs/some-output/claim';
  const claims = [await session.post(claim), await session.delete(claim)];

  // They send requests, as mails do.
  const tests = await repeat(2, () => session.post('/api/destinations/some/test'));

  for (const [first, second] of [claims, tests]) {
    expect(first?.status).not.toBe(429);
    expect(second?.status).toBe(429);
  }
  expect(statuses(signIns)).toEqual([200, 401, 401, 401, 429]);
  expect(statuses(reads)).toEqual([200, 200, 429]);
  expect(statuses(writes)).toEqual([201, 429]);
  expect(writes[1]?.body).toEqual({
    error: 'Too many requests in one minute.',
    code: 'RATE_LIMITED',
    fields: {},
  });
  expect(writes[1]?.headers.get('retry-after')).toBe('60');
  const metrics = await (await fetch(`${limited.url}/metrics`)).text();
  expect(metrics.match(/^output_review_rate_limited_calls_total.*$/gm)?.sort()).toEqual([
    'output_review_rate_limited_calls_total{limit="claims"} 1',
    'output_review_rate_limited_calls_total{limit="mails"} 1',
    'output_review_rate_limited_calls_total{limit="model_calls"} 0',
    'output_review_rate_limited_calls_total{limit="reads"} 1',
    'output_review_rate_limited_calls_total{limit="sign_ins"} 1',
    'output_review_rate_limited_calls_total{limit="writes"} 1',
  ]);
});

test('checks the credential before its limit, and a forbidden call takes no slot', async () => {
  const limited = await startAgain({ limits: { ...DEFAULT_LIMITS, readsPerMinute: 1 } });
  const api = makeApiClient(limited.publicUrl);
  const token = api.with({ authorization: system.authorization });
  const wrong = api.with({ authorization: `Bearer ${ADMIN.token}x` });

  // Only people may read rules.
  const forbidden = await repeat(3, () => token.get('/api/rules'));
  const reads = await repeat(2, () => token.get('/api/projects'));
  const unknown = await repeat(3, () => wrong.get('/api/projects'));

  expect(statuses(forbidden)).toEqual([401, 401, 401]);
  expect(statuses(reads)).toEqual([200, 429]);
  expect(statuses(unknown)).toEqual([401, 401, 401]);
});

test('several gateways share a read limit, with an error of less than a block each', async () => {
  const limits = { ...DEFAULT_LIMITS, readsPerMinute: 240 };
  const gateways = await Promise.all([1, 2, 3].map(() => startAgain({ limits })));
  const apis = gateways.map(({ publicUrl }) =>
    makeApiClient(publicUrl, { authorization: system.authorization }),
  );

  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => apis[n % 3]!.get('/api/verify')),
  );

  const read = answers.filter(({ status }) => status === 200).length;
  expect(read).toBeGreaterThan(240 - 3 * 4);
  expect(read).toBeLessThanOrEqual(240);
});

describe('calls that cause a model call', () => {
  const { modelCallsPerMinute: max } = DEFAULT_LIMITS;

  async function signInAt({ publicUrl }: RunningGateway): Promise<ApiClient> {
    const cookie = await cookieFor(publicUrl, ADMIN);
    return makeApiClient(publicUrl, { cookie, origin: publicUrl });
  }

  const evaluate = (api: ApiClient) => api.post('/api/logs/some-output/evaluate', {});

  test('are counted exactly across all gateways and a restart', async () => {
    const gateways = [system.gateway, await startAgain(), await startAgain()];
    const apis = await Promise.all(gateways.map(signInAt));

    const answers = await Promise.all(
      Array.from({ length: 2 * max }, (_, n) => evaluate(apis[n % 3]!)),
    );

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(max);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: 'RATE_LIMITED', fields: {} });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(30);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    const fresh = await signInAt(await startAgain());
    expect((await evaluate(fresh)).status).toBe(429);
    expect((await fresh.get('/api/projects')).status).toBe(200);
  });

  test('are refused without the database once a caller has tried too often', async () => {
    const limits = { ...DEFAULT_LIMITS, modelCallsPerMinute: 1 };
    const api = await signInAt(await startAgain({ limits }));
    const tried = await repeat(5, () => evaluate(api));
    const client = new Client(system.connection);
    await client.connect();
    await client.query('BEGIN; SELECT FROM model_calls FOR UPDATE');

    // Otherwise it would wait for the lock, with one of the connections of the gateway.
    const refused = await evaluate(api);

    await client.end();
    expect(statuses(tried).filter((status) => status === 429)).toHaveLength(4);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });

  test('are free again after a minute, one by one', async () => {
    const api = await signInAt(system.gateway);
    await repeat(max, () => evaluate(api));
    await system.sql.query(
      `UPDATE model_calls SET taken_at[1] = taken_at[1] - interval '1 minute',
         taken_at[2] = taken_at[2] - interval '40 seconds'`,
    );

    expect((await evaluate(api)).status).not.toBe(429);
    const refused = await evaluate(api);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    const { rows } = await system.sql.query(
      'SELECT cardinality(taken_at) AS kept FROM model_calls',
    );
    expect(rows).toEqual([{ kept: max }]);
  });

  test('are counted for the user a service acts for, and never for the service', async () => {
    const issuer = makeAssertionIssuer(assertionKeys.privateKey, systemClock);
    const client = makeServiceClient({
      service: 'gateway',
      baseUrl: () => system.gateway.url,
      log: silentLog,
    });
    const take = (principal: Principal) =>
      client.call(INTERNAL_OPERATIONS.takeModelCall, { assertion: issuer.as(principal) });
    const user = {
      kind: 'user',
      userId: 'u1',
      email: 'ada@example.com',
      workspaceId: 'w1',
      role: 'manager',
    } as const;
    try {
      const taken = await repeat(max + 1, () => take(user));

      expect(taken.filter(({ retryAfterSeconds }) => retryAfterSeconds === null)).toHaveLength(max);
      expect(taken.at(-1)?.retryAfterSeconds).toBeGreaterThan(0);
      expect(await take({ ...user, workspaceId: 'w2' })).toEqual({ retryAfterSeconds: null });
      await expect(take({ kind: 'service', service: 'evaluator' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    } finally {
      await client.close();
    }
  });
});

test('after the clock of PostgreSQL is set back, earlier calls do not block anyone and new calls count', async () => {
  const limited = await startAgain({
    limits: { ...DEFAULT_LIMITS, modelCallsPerMinute: 2 },
    signInLimits: { ...DEFAULT_SIGN_IN_LIMITS, perBlock: 2 },
  });
  const api = makeApiClient(limited.publicUrl);
  const signIn = (password: string) =>
    api.post('/api/auth/sign-in/email', { ...signInBody, password });
  const { headers } = await signIn(ADMIN.password);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = api.with({ cookie, origin: limited.publicUrl });
  const areRefused = async () => {
    const tries = await repeat(3, () => signIn('wrong'));
    const calls = await repeat(3, () => session.post('/api/logs/some-output/evaluate', {}));
    return [tries, calls].map((answers) => statuses(answers).map((status) => status === 429));
  };
  const third = [false, false, true];
  expect(await areRefused()).toEqual([third, third]);

  await system.sql.query(`UPDATE sign_in_tries SET at = at + interval '1 hour'`);
  await system.sql.query(
    `UPDATE model_calls SET taken_at[1] = taken_at[1] + interval '1 hour',
       taken_at[2] = taken_at[2] + interval '1 hour'`,
  );

  expect(await areRefused()).toEqual([third, third]);
});

test('a limit of 0 is unlimited, and without limits nothing is counted', async () => {
  const limits = {
    ...{ readsPerMinute: 0, writesPerMinute: 0, claimsPerMinute: 0, modelCallsPerMinute: 0 },
    ...{ triesPerMinute: 0, mailsPerMinute: 0, mailsPerMailbox: 0, slackPerMinute: 0 },
  };
  const gateways = [await startAgain({ limits }), await startAgain({ limits: null })];

  for (const { publicUrl } of gateways) {
    const cookie = await cookieFor(publicUrl, ADMIN);
    const session = makeApiClient(publicUrl, { cookie, origin: publicUrl });
    const answers = [
      ...(await repeat(25, () => session.post('/api/logs/some-output/evaluate', {}))),
      ...(await repeat(5, () => session.get('/api/projects'))),
    ];
    expect(statuses(answers)).not.toContain(429);
  }
  const { rows } = await system.sql.query('SELECT FROM model_calls');
  expect(rows).toEqual([]);
});
