import { describe, expect, test } from '@jest/globals';
import { FakeClock, freePort, makeApiClient } from '@output-review/runtime/testing';

import { cookieFor } from '../../test/people/test-user.ts';
import { ADMIN, useTestGateway } from '../../test/start-test-gateway.ts';

const DAY_MS = 24 * 60 * 60_000;

const clock = new FakeClock(new Date());

const system = useTestGateway({ clock });

const signInBody = { email: ADMIN.email, password: ADMIN.password };

const signInCookie = () => cookieFor(system.gateway.publicUrl, ADMIN);

describe('sessions', () => {
  test('signing in sets an HttpOnly cookie, and get-session returns the user', async () => {
    const { status, headers, body } = await system.api.post('/api/auth/sign-in/email', signInBody);

    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      user: { id: expect.any(String), name: 'ada', email: 'ada@example.com' },
    });
    expect(headers.getSetCookie()[0]).toMatch(
      /^output-review\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = await system.api.get('/api/auth/get-session', { cookie });
    expect(session).toMatchObject({
      status: 200,
      body: {
        user: { email: 'ada@example.com' },
        workspace: { name: 'Acme', role: 'admin' },
      },
    });
  });

  test('over https the cookie is secure, other names are ignored, and HSTS is set', async () => {
    const publicPort = await freePort();
    const secure = await system.startAgain({
      publicUrl: 'https://review.example.com',
      publicPort,
    });
    const api = makeApiClient(`http://127.0.0.1:${publicPort}`);
    const { headers } = await api.post('/api/auth/sign-in/email', signInBody);
    const [session = '', browser = ''] = headers.getSetCookie();
    const plain = session.replace('__Secure-', '');

    const ask = (cookie: string, path = '/api/auth/get-session') =>
      api.get(path, { cookie: cookie.split(';')[0] ?? '' });
    const answers = [await ask(session), await ask(plain), await ask('', '/api/nothing')];
    const signedOut = await api.post('/api/auth/sign-out', undefined, {
      cookie: plain.split(';')[0] ?? '',
    });

    expect(session).toMatch(/^__Secure-output-review\.session_token=[^;]+;.*; Secure$/);
    expect(browser).toMatch(/^__Secure-output-review\.known_browser=[^;]+;.*; Secure$/);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404]);
    expect(signedOut.status).toBe(200);
    expect((await ask(session)).status).toBe(200);
    for (const answer of [...answers, signedOut]) {
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    await secure.stop();
  });

  test('over http the secure name is ignored, and HSTS is not set', async () => {
    const cookie = await signInCookie();

    const secure = await system.api.get('/api/auth/get-session', { cookie: `__Secure-${cookie}` });
    const plain = await system.api.get('/api/auth/get-session', { cookie });

    expect([secure.status, plain.status]).toEqual([401, 200]);
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });

  test.each([
    ['a wrong password', { email: ADMIN.email, password: 'wrong' }],
    ['an unknown address', { email: 'nobody@example.com', password: ADMIN.password }],
  ])('%s gets the same answer', async (_, body) => {
    const answer = await system.api.post('/api/auth/sign-in/email', body);

    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'The email or password is wrong.', code: 'UNAUTHENTICATED', fields: {} },
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('signing in with neither address nor password names both fields', async () => {
    const answer = await system.api.post('/api/auth/sign-in/email', { email: 'ada' });

    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: expect.any(String), password: expect.any(String) } },
    });
  });

  test('signing out ends the session and drops the cookie under both names', async () => {
    const cookie = await signInCookie();

    const answer = await system.api.post('/api/auth/sign-out', undefined, {
      cookie,
      origin: system.gateway.publicUrl,
    });

    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.getSetCookie().map((each) => each.split(';', 2))).toEqual([
      ['__Secure-output-review.session_token=', ' Max-Age=0'],
      ['output-review.session_token=', ' Max-Age=0'],
    ]);
    expect((await system.api.get('/api/auth/get-session', { cookie })).status).toBe(401);
  });

  test('a garbled or foreign cookie is not a credential', async () => {
    const cookie = await signInCookie();

    const answers = await Promise.all(
      [`${cookie}x`, 'output-review.session_token=%', cookie.replace(/=./, '=~'), 'a=b'].map(
        (each) => system.api.get('/api/projects', { cookie: each }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('looks up a repeated cookie once, and at most the first three different ones', async () => {
    const ended = [await signInCookie(), await signInCookie(), await signInCookie()];
    const origin = system.gateway.publicUrl;
    for (const cookie of ended) {
      await system.api.post('/api/auth/sign-out', undefined, { cookie, origin });
    }
    const [first = '', second = ''] = ended;
    const good = await signInCookie();
    const foreign = Array<string>(10).fill('output-review.session_token=planted.by-others');
    const ask = async (...cookies: readonly string[]) => {
      const { status } = await system.api.get('/api/projects', { cookie: cookies.join('; ') });
      return status;
    };

    expect(await ask(...Array<string>(100).fill(first), good)).toBe(200);
    expect(await ask(...foreign, first, second, good)).toBe(200);
    expect(await ask(...ended, good)).toBe(401);
    const cookie = [...ended, good].join('; ');
    await system.api.post('/api/auth/sign-out', undefined, { cookie, origin });
    expect(await ask(good)).toBe(200);
  });

  test('renews a session while it is used, and ends it seven days after its last use', async () => {
    const cookie = await signInCookie();

    clock.advance(6 * DAY_MS);
    const used = await system.api.get('/api/projects', { cookie });
    const usedAgain = await system.api.get('/api/projects', { cookie });
    clock.advance(6 * DAY_MS);
    const later = await system.api.get('/api/projects', { cookie });
    clock.advance(7 * DAY_MS + 1);
    const tooLate = await system.api.get('/api/projects', { cookie });

    expect(used.status).toBe(200);
    expect(used.headers.get('set-cookie')).toContain('Max-Age=604800');
    expect(usedAgain.headers.get('set-cookie')).toBeNull();
    expect(later.status).toBe(200);
    expect(tooLate).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    clock.set(new Date());
  });

  test('sign-up is closed, and no other path of better-auth exists', async () => {
    const body = { name: 'Eve', email: 'eve@example.com', password: 'long enough' };

    const signUp = await system.api.post('/api/auth/sign-up/email', body);
    const asked = await system.api.get('/api/auth/sign-up');
    const others = await Promise.all([
      system.api.get('/api/auth/ok'),
      system.api.get('/api/auth/callback/github'),
      system.api.post('/api/auth/delete-user', {}),
    ]);

    expect(signUp).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(asked).toMatchObject({ status: 200, body: { isOpen: false } });
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
