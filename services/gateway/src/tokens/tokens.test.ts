import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { auditRecorded, SCOPES } from '@output-review/contracts';
import {
  ALL_CONNECTIONS,
  type ApiClient,
  eventually,
  FakeClock,
  makeApiClient,
} from '@output-review/runtime/testing';

import { collectData } from '../../test/collect-data.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let t: TestGateway;
let other: Awaited<ReturnType<TestGateway['startAgain']>>;
let admin: ApiClient;
const clock = new FakeClock(new Date());

beforeAll(async () => {
  t = await startTestGateway({ ...ALL_CONNECTIONS, clock, rateLimitPerMinute: 100_000 });
  other = await t.startAgain();
  admin = await t.signIn();
});

afterAll(async () => {
  await other.stop();
  await t[Symbol.asyncDispose]();
});

// Each test starts without rotations in the hour and without named tokens.
beforeEach(async () => {
  await t.sql.query(`UPDATE tokens SET created_by = NULL WHERE name IS NULL`);
  await t.sql.query('DELETE FROM tokens WHERE name IS NOT NULL');
});

const OUTPUT = { output: 'x', project: 'Support' };

const withToken = (token: unknown, { publicUrl } = t.gateway): ApiClient =>
  makeApiClient(publicUrl, { authorization: `Bearer ${String(token)}` });

async function makeToken(fields: object = {}): Promise<Record<string, unknown>> {
  const answer = await admin.post('/api/tokens', { name: 'ci', scopes: ['submit'], ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Record<string, unknown>;
}

async function rotate(): Promise<string> {
  const { body } = await admin.post('/api/settings/rotate-token');
  return String((body as Record<string, unknown>)['webhookToken']);
}

describe('a named token', () => {
  test('is shown once, has 256 bits, and is stored only as a hash', async () => {
    const { token, ...made } = await makeToken({ name: ' Mail bot ', scopes: ['read', 'submit'] });

    expect(made).toEqual({
      ...{ id: expect.any(String), name: 'Mail bot', scopes: ['submit', 'read'] },
      ...{ expiresAt: null, createdAt: clock.now().toISOString(), lastUsedAt: null },
    });
    expect(token).toMatch(/^wh-[\w-]{43}$/);
    expect((await admin.get('/api/tokens')).body).toEqual({
      items: [{ ...made, hint: String(token).slice(-4) }],
      ...{ total: 1, page: 1, limit: 50 },
    });
    const { rows } = await t.sql.query('SELECT tokens::text AS row FROM tokens');
    expect(JSON.stringify(rows)).not.toContain(String(token).slice(3, 20));
  });

  test('may do what its scopes allow, and submits under its name', async () => {
    const { token } = await makeToken({ name: 'mails' });
    const api = withToken(token);

    const accepted = await api.post('/api/logs', OUTPUT);

    expect(accepted.status).toBe(202);
    expect((await api.get('/api/projects')).status).toBe(403);
    const { id } = accepted.body as { id: string };
    const { rows } = await t.sql.query('SELECT body FROM submissions WHERE id = $1', [id]);
    expect(JSON.parse((rows[0] as { body: string }).body)).toMatchObject({ submittedBy: 'mails' });
    expect((await api.get('/api/verify')).status).toBe(403);
  });

  test('is refused after it has expired', async () => {
    const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
    const { token } = await makeToken({ scopes: ['read'], expiresAt });
    expect((await withToken(token).get('/api/verify')).status).toBe(200);

    clock.advance(60_000);

    expect((await withToken(token).get('/api/verify')).status).toBe(401);
    expect((await admin.get('/api/tokens')).body).toMatchObject({ items: [{ expiresAt }] });
  });

  test('is refused on every gateway once revoked, and cannot be revoked again', async () => {
    const { id, token } = await makeToken({ scopes: ['read', 'submit'] });
    const elsewhere = withToken(token, other);
    expect((await elsewhere.get('/api/verify')).status).toBe(200);

    expect(await admin.delete(`/api/tokens/${String(id)}`)).toMatchObject({ body: { ok: true } });

    expect((await elsewhere.get('/api/verify')).status).toBe(401);
    expect((await elsewhere.post('/api/logs', OUTPUT)).status).toBe(401);
    expect((await admin.delete(`/api/tokens/${String(id)}`)).status).toBe(404);
    expect((await admin.get('/api/tokens')).body).toMatchObject({ items: [], total: 0 });
  });

  test('is one of at most 50 valid ones, however many are created concurrently', async () => {
    const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString();
    await makeToken({ expiresAt });
    clock.advance(2_000);

    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, n) =>
        admin.post('/api/tokens', { name: `ci-${n}`, scopes: ['submit'] }),
      ),
    );

    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([50, 5]);
    const page = await admin.get('/api/tokens?limit=10&page=6');
    expect(page.body).toMatchObject({ total: 51, items: [{ name: 'ci', expiresAt }] });
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
    ['an invalid time', { expiresAt: 'soon' }, 'expiresAt'],
    ['a past time', { expiresAt: '2020-01-01' }, 'expiresAt'],
  ])('with %s gets 400 with the field', async (_, wrong, field) => {
    const answer = await admin.post('/api/tokens', { name: 'ci', scopes: ['submit'], ...wrong });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((answer.body as { fields: object }).fields).toHaveProperty([field]);
  });
});

describe('the workspace token', () => {
  test('replaces the former one when rotated, and is not listed among the named ones', async () => {
    const former = await rotate();
    await t.sql.query(
      `WITH other AS (INSERT INTO workspaces (id, name, created_at) VALUES ('w', 'w', now()))
       INSERT INTO tokens (id, workspace_id, hash, hint, scopes, created_at)
       VALUES ('of-w', 'w', sha256('w'), 'w', '{}', now())`,
    );

    const token = await rotate();

    expect(token).toMatch(/^wh-[\w-]{43}$/);
    expect((await withToken(former).get('/api/verify')).status).toBe(401);
    const verified = await withToken(token).get('/api/verify');
    expect(verified.body).toMatchObject({ scopes: SCOPES });
    expect((await admin.get('/api/tokens')).body).toMatchObject({ total: 0 });
    const { rows } = await t.sql.query<{ id: string }>(
      `SELECT id FROM tokens WHERE revoked_at IS NULL ORDER BY workspace_id = 'w'`,
    );
    expect(rows).toMatchObject([{}, { id: 'of-w' }]);
    const id = rows[0]?.id ?? '';
    expect((await admin.delete(`/api/tokens/${id}`)).status).toBe(404);
    expect((await withToken(token).get('/api/verify')).status).toBe(200);
  });

  test('can be rotated five times an hour, also concurrently, and again after the hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.post('/api/settings/rotate-token')),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(refused?.headers.get('retry-after')).toBe('3600');
    clock.advance(60 * 60_000);
    expect(await rotate()).toMatch(/^wh-/);
  });

  test('is refused after a rotation during 200 submissions, and every accepted submission is stored', async () => {
    const former = await rotate();
    const submit = (n: number) =>
      withToken(former, n % 2 === 0 ? t.gateway : other).post('/api/logs', OUTPUT);

    const early = Array.from({ length: 200 }, (_, n) => submit(n));
    await Promise.race(early);
    await rotate();
    const late = await Promise.all(Array.from({ length: 20 }, (_, n) => submit(n)));

    const answers = await Promise.all(early);
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 401);
    expect(accepted.length + refused.length).toBe(200);
    expect(accepted.length).toBeGreaterThan(0);
    const { rows } = await t.sql.query<{ id: string }>(
      `SELECT submissions.id FROM submissions JOIN tokens ON tokens.id = token_id
       WHERE tokens.hash = sha256($1::bytea)`,
      [former],
    );
    const ids = accepted.map(({ body }) => (body as { id: string }).id);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

test('records changes of tokens in the audit, without names and secrets', async () => {
  const told = collectData(t.bus, auditRecorded);

  const { id, token } = await makeToken({ name: 'secret name' });
  await admin.delete(`/api/tokens/${String(id)}`);
  const fresh = await rotate();

  await eventually(() => expect(told).toHaveLength(3));
  const actor = { kind: 'user', name: 'ada@example.com' };
  expect(told).toMatchObject([
    {
      action: 'token.created',
      actor,
      target: { kind: 'token', id },
      after: { scopes: ['submit'] },
    },
    { action: 'token.revoked', actor, target: { kind: 'token', id } },
    { action: 'token.rotated', actor, requestId: expect.any(String) },
  ]);
  for (const secret of ['secret name', String(token), fresh]) {
    expect(JSON.stringify(told)).not.toContain(secret);
  }
});
