import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type PartialBody, beginBody } from '../../test/partial-body.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const SUBMIT = '/api/logs';
const SIGN_IN = '/api/auth/sign-in/email';

let system: TestGateway;
const begun: PartialBody[] = [];

beforeAll(async () => {
  // Behind a proxy, so that a test can call from any address.
  system = await startTestGateway({ rateLimitPerMinute: 0, isTrustedProxy: (at) => at === LOCAL });
});

afterEach(async () => {
  for (const each of begun.splice(0)) each.destroy();
  await eventually(async () => expect(await bytesInFlight()).toEqual(['callers 0', 'strangers 0']));
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

const LOCAL = '127.0.0.1';
const from = (address: string) => ({ 'x-forwarded-for': address });
const withToken = () => ({ authorization: system.authorization });

function begin(path: string, part: string, headers: Record<string, string> = {}): PartialBody {
  const body = beginBody({ url: system.gateway.publicUrl + path, part, headers });
  begun.push(body);
  return body;
}

async function bytesInFlight(): Promise<string[]> {
  const text = await (await fetch(`${system.gateway.url}/metrics`)).text();
  const lines = text.matchAll(/^output_review_bodies_in_flight_bytes{sender="(\w+)"} (\d+)$/gm);
  return [...lines].map(([, sender, bytes]) => `${sender} ${bytes}`).sort();
}

/** A submission of about this many bytes. */
const submission = (bytes: number) => {
  const text = 'x'.repeat(Math.floor(bytes / 2));
  return { project: 'Support', input: text, output: `${text}.` };
};
// As many bytes as the largest texts have if JSON encodes each character as two. Spaces are not stored.
const LARGE = JSON.stringify(submission(2)).padEnd(4 * 1_048_576);

test('500 idle bodies of submissions and sign-ins take nothing from other submissions', async () => {
  const part = '{"email":"';
  // A body of 60,000 bytes may use the reserve of small bodies, and one without a length may use all of it.
  const ways: (readonly [string, Record<string, string>])[] = [
    [SIGN_IN, {}],
    [SIGN_IN, { 'content-length': '16000' }],
    [SUBMIT, withToken()],
    [SUBMIT, { ...withToken(), 'content-length': '60000' }],
    [SUBMIT, { authorization: 'Bearer wh-nobody-has-it' }],
  ];
  const idle = ways.flatMap(([path, headers]) =>
    Array.from({ length: 100 }, () => begin(path, part, headers)),
  );
  await eventually(async () =>
    expect(await bytesInFlight()).toEqual([
      `callers ${200 * part.length}`,
      `strangers ${200 * part.length}`,
    ]),
  );
  // A call with an invalid token reads no body at all.
  const refused = await Promise.all(idle.slice(400).map(({ answer }) => answer));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));

  // Less in total than one token may have in flight, so none waits for room.
  const sizes = Array.from({ length: 300 }, (_, index) => (index % 30 === 0 ? 1_000_000 : 2_000));
  const answers = await Promise.all(
    sizes.map((bytes) => system.tokenApi.post(SUBMIT, submission(bytes))),
  );
  const { email, password } = ADMIN;
  const signIn = await system.api.post(SIGN_IN, { email, password });

  expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
  expect(signIn.status).toBe(200);
  const { rows } = await system.sql.query('SELECT count(*)::int AS count FROM submissions');
  expect(rows).toEqual([{ count: 300 }]);
  // No idle body was dropped for them.
  expect(await bytesInFlight()).toEqual([
    `callers ${200 * part.length}`,
    `strangers ${200 * part.length}`,
  ]);
}, 60_000);

describe('beside five slow bodies that use up the share of their token and of their address', () => {
  const parts = [LARGE.slice(0, 1_000_000), LARGE.slice(1_000_000)] as const;
  let slow: PartialBody[];
  let otherToken: string;

  beforeAll(async () => {
    const admin = await system.signIn();
    const made = await admin.post('/api/tokens', { name: 'other', scopes: ['submit'] });
    otherToken = `Bearer ${(made.body as { token: string }).token}`;
  });

  beforeEach(async () => {
    const headers = { ...withToken(), ...from('192.0.2.1') };
    const length = { 'content-length': String(LARGE.length) };
    slow = Array.from({ length: 5 }, () => begin(SUBMIT, parts[0], { ...headers, ...length }));
    await eventually(async () => expect(await bytesInFlight()).toContain('callers 5000000'));
  });

  /** Sends the rest of these bodies. */
  async function finish(bodies: readonly PartialBody[]): Promise<(number | undefined)[]> {
    for (const body of bodies) body.send(parts[1]);
    return (await Promise.all(bodies.map(({ answer }) => answer))).map(({ status }) => status);
  }

  test.each([
    ['the same token', () => ({ ...withToken(), ...from('192.0.2.2') })],
    ['the same address', () => ({ authorization: otherToken, ...from('192.0.2.1') })],
  ])(
    'a quick body of %s takes the place of one of them, and the rest keep theirs',
    async (_, of) => {
      const quick = await system.api.post(SUBMIT, LARGE, of());

      expect(quick.status).toBe(202);
      const lost = await Promise.any(
        slow.map(async (body) => ({ body, answer: await body.answer })),
      );
      expect(lost.answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.any(String) },
        body: { code: 'UNAVAILABLE', fields: {} },
      });
      const kept = slow.filter((body) => body !== lost.body);
      expect(await finish(kept)).toEqual([202, 202, 202, 202]);
    },
  );

  test('another caller has room, and none of them is dropped', async () => {
    const other = { authorization: otherToken, ...from('192.0.2.2') };
    for (let count = 0; count < 5; count += 1) {
      expect(await system.api.post(SUBMIT, LARGE, other)).toMatchObject({ status: 202 });
    }

    expect(await finish(slow)).toEqual([202, 202, 202, 202, 202]);
  });
});

test('a sign-in body has at most 16 KB', async () => {
  const answer = await system.api.post(SIGN_IN, { email: 'a@b.c', password: 'x'.repeat(16_384) });

  expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE', fields: {} } });
});
