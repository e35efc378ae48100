import { describe, expect, test } from '@jest/globals';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { SESSIONS_MAX } from '../access/callers.pure.ts';
import { addUser, cookieOf, join, PASSWORD, signInAs } from '../../test/people/test-user.ts';

const system = useTestGateway();

interface SessionBody {
  readonly id: string;
  readonly isCurrent: boolean;
}

describe('a browser', () => {
  const cookiesOf = (answer: { readonly headers: Headers }) => answer.headers.getSetCookie();

  test('that is told not to remember drops its session when it closes, also after a password change', async () => {
    const joe = await addUser(system, 'joe');
    await join(system, joe, { workspaceId: 'shared', role: 'viewer' });
    const url = system.gateway.publicUrl;
    const signIn = { email: joe.email, password: PASSWORD };
    const listener = '/api/auth/sign-in/email';

    const remembered = await makeApiClient(url).post(listener, signIn);
    const forgotten = await makeApiClient(url).post(listener, { ...signIn, rememberMe: false });
    const cookie = cookieOf(forgotten.headers);
    const changed = await makeApiClient(url, { cookie, origin: url }).post(
      '/api/auth/change-password',
      { currentPassword: PASSWORD, newPassword: `${PASSWORD}, renewed` },
    );

    expect(cookiesOf(remembered)).toEqual([
      expect.stringContaining('Max-Age=604800;'),
      expect.stringContaining('known_browser='),
    ]);
    for (const answer of [forgotten, changed]) {
      expect(answer.status).toBe(200);
      expect(cookiesOf(answer)).toEqual([expect.not.stringContaining('Max-Age')]);
    }
  });
});

describe('several workspaces', () => {
  test('are listed with a role in each, and a session acts in the one it was switched to', async () => {
    const eve = await addUser(system, 'eve');
    await join(system, eve, { workspaceId: 'first', role: 'viewer' });
    await join(system, eve, { workspaceId: 'second', role: 'admin' });
    const here = await signInAs(system, eve);
    const elsewhere = await signInAs(system, eve);

    const workspaces = await here.get('/api/workspaces');
    const switched = await here.post('/api/workspaces/switch', { workspaceId: 'second' });

    expect(workspaces.body).toEqual([
      { id: 'first', name: 'first', role: 'viewer' },
      { id: 'second', name: 'second', role: 'admin' },
    ]);
    expect(switched).toMatchObject({ status: 200, body: { ok: true } });
    const acting = async (api: typeof here) => (await api.get('/api/auth/get-session')).body;
    expect(await acting(here)).toMatchObject({ workspace: { id: 'second', role: 'admin' } });
    expect(await acting(elsewhere)).toMatchObject({ workspace: { id: 'first', role: 'viewer' } });
  });

  test('cannot be listed or switched to without a membership', async () => {
    const mallory = await addUser(system, 'mallory');
    await join(system, mallory, { workspaceId: 'hers', role: 'admin' });
    const api = await signInAs(system, mallory);

    const foreign = await api.post('/api/workspaces/switch', { workspaceId: 'first' });

    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await api.get('/api/workspaces')).body).toEqual([
      { id: 'hers', name: 'hers', role: 'admin' },
    ]);
  });

  test('that a member has left are replaced by the remaining one, and by 401 without one', async () => {
    const zoe = await addUser(system, 'zoe');
    await join(system, zoe, { workspaceId: 'kept', role: 'viewer' });
    await join(system, zoe, { workspaceId: 'lost', role: 'admin' });
    const api = await signInAs(system, zoe);
    await api.post('/api/workspaces/switch', { workspaceId: 'lost' });

    const leave = (workspaceId: string) =>
      system.sql.query(`DELETE FROM members WHERE user_id = 'zoe' AND workspace_id = $1`, [
        workspaceId,
      ]);
    await leave('lost');
    const left = await api.get('/api/auth/get-session');
    await leave('kept');
    const nowhere = await api.get('/api/auth/get-session');

    expect(left.body).toMatchObject({ workspace: { id: 'kept', role: 'viewer' } });
    expect(nowhere.status).toBe(401);
  });
});

describe('the sessions of a user', () => {
  test('are listed latest first with address and client, and end one by one', async () => {
    const bob = await addUser(system, 'bob');
    await join(system, bob, { workspaceId: 'bobs', role: 'viewer' });
    const older = await signInAs(system, bob);
    const newer = await signInAs(system, bob);

    const { body } = await newer.get('/api/auth/list-sessions');
    const [first, second] = body as readonly SessionBody[];

    expect(body).toEqual([
      {
        id: expect.any(String),
        isCurrent: true,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: expect.any(String),
        address: '127.0.0.1',
        userAgent: 'node',
      },
      expect.objectContaining({ isCurrent: false }),
    ]);
    expect(JSON.stringify(body)).not.toContain('token');
    const ended = await newer.post('/api/auth/revoke-session', { id: second?.id });
    expect(ended.status).toBe(200);
    expect((await older.get('/api/projects')).status).toBe(401);
    expect((await newer.get('/api/projects')).status).toBe(200);
    expect(first?.isCurrent).toBe(true);
  });

  test('of another user are not found', async () => {
    const carl = await addUser(system, 'carl');
    await join(system, carl, { workspaceId: 'bobs', role: 'admin' });
    const his = await signInAs(system, carl);
    const bobs = await signInAs(system, { email: 'bob@example.com' });
    const { body } = await bobs.get('/api/auth/list-sessions');

    const answers = await Promise.all(
      (body as readonly SessionBody[]).map(({ id }) =>
        his.post('/api/auth/revoke-session', { id }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await bobs.get('/api/projects')).status).toBe(200);
  });

  test('end all at once, and the cookie is dropped', async () => {
    const dan = await addUser(system, 'dan');
    await join(system, dan, { workspaceId: 'dans', role: 'viewer' });
    const [one, two] = [await signInAs(system, dan), await signInAs(system, dan)];

    const answer = await one.post('/api/auth/revoke-sessions');

    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=0');
    expect((await one.get('/api/projects')).status).toBe(401);
    expect((await two.get('/api/projects')).status).toBe(401);
  });
});

describe('sessions above the maximum', () => {
  const TOO_MANY = SESSIONS_MAX + 50;
  const plant = (userId: string, count: number) =>
    system.sql.query(
      `INSERT INTO session (id, token, "userId", "createdAt", "updatedAt", "expiresAt")
       SELECT $1 || n, $1 || n, $1, now() - n * interval '1 second', now() - n * interval '1 second',
         now() + interval '1 day'
       FROM generate_series(1, $2::int) AS n`,
      [userId, count],
    );
  const keptOf = async (userId: string) => {
    const { rows } = await system.sql.query<{ id: string }>(
      'SELECT id FROM session WHERE "userId" = $1',
      [userId],
    );
    return rows.map(({ id }) => id);
  };

  test('end at the next sign-in, the least recently used first', async () => {
    const fay = await addUser(system, 'fay');
    const fred = await addUser(system, 'fred');
    await join(system, fay, { workspaceId: 'fays', role: 'viewer' });
    await plant(fay.id, TOO_MANY);
    await plant(fred.id, 1);
    // The oldest session, which is still in use.
    await system.sql.query(`UPDATE session SET "updatedAt" = now() WHERE id = $1`, [
      `fay${TOO_MANY}`,
    ]);

    const api = await signInAs(system, fay);

    const { body } = await api.get('/api/auth/list-sessions');
    const kept = await keptOf('fay');
    expect(body).toHaveLength(SESSIONS_MAX);
    expect((body as readonly SessionBody[])[0]?.isCurrent).toBe(true);
    expect(kept).toHaveLength(SESSIONS_MAX);
    expect(kept).toEqual(
      expect.arrayContaining(['fay1', `fay${SESSIONS_MAX - 2}`, `fay${TOO_MANY}`]),
    );
    expect(await keptOf('fred')).toEqual(['fred1']);
  });

  test('do not push out a session that was used more recently', async () => {
    const hal = await addUser(system, 'hal');
    await join(system, hal, { workspaceId: 'hals', role: 'viewer' });
    const browser = await signInAs(system, hal);
    await system.sql.query(
      `UPDATE session SET "createdAt" = "createdAt" - interval '61 minutes',
         "updatedAt" = "updatedAt" - interval '61 minutes',
         "expiresAt" = "expiresAt" - interval '61 minutes'
       WHERE "userId" = $1`,
      [hal.id],
    );
    await plant(hal.id, TOO_MANY);

    const used = await browser.get('/api/auth/get-session');
    await signInAs(system, hal);

    expect(used.status).toBe(200);
    expect((await browser.get('/api/auth/get-session')).status).toBe(200);
    expect(await keptOf('hal')).toHaveLength(SESSIONS_MAX);
  });

  test('are not all listed, and a wrong password ends none', async () => {
    const gus = await addUser(system, 'gus');
    await join(system, gus, { workspaceId: 'guss', role: 'viewer' });
    const api = await signInAs(system, gus);
    await plant(gus.id, TOO_MANY);

    const { body } = await api.get('/api/auth/list-sessions');

    await expect(signInAs(system, gus, 'wrong')).rejects.toThrow('401');
    expect(body).toHaveLength(SESSIONS_MAX);
    expect(await keptOf('gus')).toHaveLength(TOO_MANY + 1);
  });
});

test('removes expired sessions, links and invitations when a gateway starts', async () => {
  const eli = await addUser(system, 'eli');
  await join(system, eli, { workspaceId: 'elis', role: 'admin' });
  const api = await signInAs(system, eli);
  await api.post('/api/members/invitations', { role: 'viewer' });
  await system.sql.query(
    `INSERT INTO verification (id, identifier, value, "expiresAt") VALUES ('v', 'v', 'eli', now())`,
  );
  await system.sql.query(`UPDATE session SET "expiresAt" = now() WHERE "userId" = 'eli'`);
  await system.sql.query(`UPDATE invitations SET expires_at = now() WHERE created_by = 'eli'`);

  const again = await system.startAgain();

  await eventually(async () => {
    const { rows } = await system.sql.query(
      `SELECT FROM session WHERE "userId" = 'eli' UNION ALL SELECT FROM invitations
       UNION ALL SELECT FROM verification`,
    );
    expect(rows).toEqual([]);
  });
  await again.stop();
});
