import { request } from 'node:http';

import { describe, expect, test } from '@jest/globals';
import { SCOPES } from '@output-review/contracts';
import { eventually, FakeClock } from '@output-review/runtime/testing';

import { cookieFor } from '../../test/people/test-user.ts';
import { ADMIN, useTestGateway } from '../../test/start-test-gateway.ts';

const clock = new FakeClock(new Date());

const system = useTestGateway({ clock });

const signInBody = { email: ADMIN.email, password: ADMIN.password };

const signInCookie = () => cookieFor(system.gateway.publicUrl, ADMIN);

describe('where a request comes from', () => {
  test('a write with the cookie needs our own origin', async () => {
    const cookie = await signInCookie();
    const create = (origin?: string) =>
      system.api.post(
        '/api/projects',
        { name: `From ${origin}` },
        { cookie, ...(origin === undefined ? {} : { origin }) },
      );
    const { port } = new URL(system.gateway.publicUrl);

    const foreign = [await create('https://evil.example'), await create(), await create('null')];
    const own = [
      await create(`http://127.0.0.1:${port}`),
      await create(`http://localhost:${port}`),
      await create(`http://[::1]:${port}`),
    ];

    expect(foreign.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
      Array(3).fill([403, 'FORBIDDEN']),
    );
    expect(own.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('a foreign page can sign its visitor neither in nor out', async () => {
    const origin = 'https://evil.example';
    const cookie = await signInCookie();

    const signIn = await system.api.post('/api/auth/sign-in/email', signInBody, { origin });
    const signOut = await system.api.post('/api/auth/sign-out', undefined, { origin, cookie });

    expect([signIn.status, signOut.status]).toEqual([403, 403]);
    expect(signIn.body).toMatchObject({ error: expect.not.stringContaining('cookie') });
    expect((await system.api.get('/api/auth/get-session', { cookie })).status).toBe(200);
  });

  test('refuses another Host with 421, and sends no CORS header to another origin', async () => {
    const { port } = new URL(system.gateway.publicUrl);

    expect(await statusWithHost(Number(port), 'evil.example')).toBe(421);
    expect(await statusWithHost(Number(port), `LOCALHOST:${port}`)).toBe(404);
    const answer = await system.tokenApi.get('/api/projects', { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('tokens', () => {
  test('verifies a token', async () => {
    const answer = await system.tokenApi.get('/api/verify');

    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, workspaceName: 'Acme', scopes: SCOPES },
    });
  });

  test('a workspace token from before new scopes were added has all of them, a named token does not', async () => {
    const scopes = ['submit', 'read', 'decide'];
    const former = await addToken('former', { scopes });
    const { rows } = await system.sql.query(`SELECT scopes FROM tokens WHERE name IS NULL`);
    await system.sql.query('UPDATE tokens SET scopes = $1 WHERE name IS NULL', [scopes]);

    const ofWorkspace = await system.tokenApi.get('/api/verify');
    const named = await system.api.get('/api/verify', { authorization: `Bearer ${former}` });

    expect(ofWorkspace).toMatchObject({ status: 200, body: { scopes: SCOPES } });
    expect(named).toMatchObject({ status: 200, body: { scopes } });
    const save = { project: 'a', task: 'b', content: 'x' };
    for (const [path, body] of [
      ['/api/instructions/versions', save],
      ['/api/subscriptions', { url: 'https://93.184.216.34/x' }],
    ] as const) {
      const answer = await system.api.post(path, body, { authorization: `Bearer ${former}` });
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    const [{ scopes: kept }] = rows as [{ scopes: string[] }];
    await system.sql.query('UPDATE tokens SET scopes = $1 WHERE name IS NULL', [kept]);
  });

  test.each([
    ['Bearer wh-unknown', 'The token is not valid.'],
    ...['Bearer sk-other', 'Bearer', ADMIN.token, `Basic ${ADMIN.token}`].map((header) => [
      header,
      'The Authorization header must be `Bearer`, a space and a token, which begins with `wh-`.',
    ]),
  ])(
    '%s is a wrong credential even with a valid cookie, and the answer says what is wrong',
    async (authorization, error) => {
      const cookie = await signInCookie();

      const answer = await system.api.get('/api/projects', { authorization, cookie });

      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', error } });
    },
  );

  test('refuses a token where a session is required, and the reverse', async () => {
    const cookie = await signInCookie();

    const withToken = await system.tokenApi.post('/api/projects', { name: 'No' });
    const withSession = await system.api.get('/api/verify', { cookie });

    expect(withToken).toMatchObject({
      ...{ status: 401, body: { error: 'Tokens cannot call this: sign in as a person.' } },
    });
    expect(withSession.status).toBe(401);
  });

  test('refuses an expired or revoked token on its next request, and a missing scope with 403', async () => {
    const named = await addToken('submitter', { scopes: ['submit'] });
    const expired = await addToken('expired', { expiresAt: new Date(clock.now().getTime() - 1) });
    const revoked = await addToken('revoked', {});
    const read = (token: string) =>
      system.api.get('/api/projects', { authorization: `Bearer ${token}` });
    expect((await read(revoked)).status).toBe(200);

    await system.sql.query(`UPDATE tokens SET revoked_at = now() WHERE name = 'revoked'`);

    expect((await read(revoked)).status).toBe(401);
    expect((await read(expired)).status).toBe(401);
    expect(await read(named)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('concurrent requests share lookups, and each gets its own answer', async () => {
    const token = await addToken('one of many', {});
    const ask = (value: string) =>
      system.api.get('/api/verify', { authorization: `Bearer ${value}` });

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => ask([token, ADMIN.token, `wh-wrong-${n}`][n % 3] ?? '')),
    );

    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, (_, n) => (n % 3 === 2 ? 401 : 200)),
    );
  });

  test('writes the last use at most once a minute', async () => {
    const token = await addToken('used', {});
    const ask = () => system.api.get('/api/verify', { authorization: `Bearer ${token}` });
    const usedAt = async (): Promise<Date | null> => {
      const { rows } = await system.sql.query(
        `SELECT last_used_at FROM tokens WHERE name = 'used'`,
      );
      return (rows[0] as { last_used_at: Date | null }).last_used_at;
    };

    const first = clock.now();
    await ask();
    await eventually(async () => expect(await usedAt()).toEqual(first));
    clock.advance(59_999);
    await ask();
    expect(await usedAt()).toEqual(first);
    clock.advance(1);
    const second = clock.now();
    await ask();

    await eventually(async () => expect(await usedAt()).toEqual(second));
  });
});

async function addToken(
  name: string,
  { scopes = ['submit', 'read', 'decide'], expiresAt = null as Date | null },
): Promise<string> {
  const token = `wh-${name.replaceAll(' ', '-')}`;
  await system.sql.query(
    `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at, expires_at)
     SELECT $1, id, $1, sha256(convert_to($2, 'UTF8')), 'hint', $3, now(), $4 FROM workspaces LIMIT 1`,
    [name, token, scopes, expiresAt],
  );
  return token;
}

function statusWithHost(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/nothing', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
