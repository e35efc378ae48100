import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { addUser, cookieOf, PASSWORD, signInAs } from '../../test/people/test-user.ts';
import { collectEvents, invite, makeTeam, rolesIn } from '../../test/people/team.ts';

const system = useTestGateway();
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

describe('an invitation', () => {
  test('is shown once, listed without its token, and valid until it is revoked', async () => {
    const { ann, ben } = await makeTeam(system, 'viewer');
    const elsewhere = await makeTeam(system, 'viewer');

    const created = await ann.api.post('/api/members/invitations', {
      ...{ role: 'reviewer', email: 'New@example.com' },
    });
    const { id, token } = created.body as { id: string; token: string };
    const listed = await ann.api.get('/api/members/invitations');
    const seen = await system.api.get(`/api/invitations/${token}`);
    const seenAgain = await system.api.get(`/api/invitations/${token}`);
    const byViewer = await ben.api.post('/api/members/invitations', { role: 'admin' });
    const byOther = await elsewhere.ann.api.delete(`/api/members/invitations/${id}`);
    const revoked = await ann.api.delete(`/api/members/invitations/${id}`);

    expect(created).toMatchObject({
      status: 201,
      body: { role: 'reviewer', email: 'new@example.com', createdBy: ann.email },
    });
    expect((created.body as { link: string }).link).toBe(
      `${system.gateway.publicUrl}/invitation#${token}`,
    );
    expect(listed.body).toMatchObject({ total: 1, items: [{ id, role: 'reviewer' }] });
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(seen.body).toMatchObject({ role: 'reviewer', email: 'new@example.com' });
    expect(seenAgain.body).toEqual(seen.body);
    expect([byViewer.status, byOther.status]).toEqual([403, 404]);
    expect(revoked.status).toBe(200);
    expect((await system.api.get(`/api/invitations/${token}`)).status).toBe(404);
    expect((await ann.api.delete(`/api/members/invitations/${id}`)).status).toBe(404);
    const { rows } = await system.sql.query('SELECT * FROM invitations WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('creates an account from a name and a password, and signs it in', async () => {
    const { workspaceId, ann } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'reviewer', email: 'Nora@Example.com' });

    const joined = await system.api.post(`/api/invitations/${token}/accept`, {
      ...{ name: 'Nora', password: PASSWORD },
    });

    expect(joined).toMatchObject({
      status: 200,
      body: { ok: true, workspaceId, needsVerification: false },
    });
    const session = await system.api.get('/api/auth/get-session', {
      cookie: cookieOf(joined.headers),
    });
    expect(session.body).toMatchObject({
      user: { name: 'Nora', email: 'nora@example.com' },
      workspace: { id: workspaceId, role: 'reviewer' },
    });
    await signInAs(system, { email: 'nora@example.com' });
    await eventually(() =>
      expect(eventsOf(workspaceId)).toMatchObject([
        {
          action: 'invitation.created',
          after: { role: 'reviewer', email: { hmac: expect.any(String) } },
        },
        {
          action: 'member.joined',
          actor: { name: 'nora@example.com' },
          after: { role: 'reviewer' },
        },
      ]),
    );
  });

  test('lets a signed-in user join, whose session then acts there', async () => {
    const { workspaceId, ann } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'manager' });
    const { ann: late, ben } = await makeTeam(system, 'viewer');
    await system.sql.query(`UPDATE session SET "expiresAt" = now() WHERE "userId" = $1`, [late.id]);
    expect((await late.api.post(`/api/invitations/${token}/accept`)).status).toBe(401);

    const joined = await ben.api.post(`/api/invitations/${token}/accept`);

    expect(joined).toMatchObject({ status: 200, body: { workspaceId } });
    expect((await ben.api.get('/api/auth/get-session')).body).toMatchObject({
      workspace: { id: workspaceId, role: 'manager' },
    });
  });

  test('lets a user without any workspace join', async () => {
    const { workspaceId, ann } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'viewer' });
    const lone = await signInAs(system, await addUser(system, 'lone'));
    expect((await lone.get('/api/workspaces')).status).toBe(401);

    const joined = await lone.post(`/api/invitations/${token}/accept`);

    expect(joined.status).toBe(200);
    expect((await lone.get('/api/workspaces')).body).toMatchObject([{ id: workspaceId }]);
  });

  test('is used once, also by ten concurrent callers', async () => {
    const { workspaceId, ann } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'viewer' });

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        system.api.post(`/api/invitations/${token}/accept`, {
          ...{ name: `Racer ${n}`, email: `racer-${n}@example.com`, password: PASSWORD },
        }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ]);
    expect(Object.keys(await rolesIn(system, workspaceId))).toHaveLength(3);
    const { rows } = await system.sql.query(`SELECT FROM "user" WHERE email LIKE 'racer-%'`);
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['another address', 403, { role: 'viewer', email: 'other@example.com' }],
    ['a workspace that one is in already', 409, { role: 'admin' }],
  ])('to %s is refused and stays valid', async (_, status, wanted) => {
    const { workspaceId, ann, ben } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, wanted);

    const refused = await ben.api.post(`/api/invitations/${token}/accept`);

    expect(refused.status).toBe(status);
    expect(await rolesIn(system, workspaceId)).toMatchObject({ [ben.id]: 'viewer' });
    expect((await system.api.get(`/api/invitations/${token}`)).status).toBe(200);
  });

  test('for one address reveals nothing about another', async () => {
    const { ann, ben } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'viewer', email: 'only@example.com' });
    const accept = (email: string) =>
      system.api.post(`/api/invitations/${token}/accept`, { name: 'N', email, password: PASSWORD });

    const [known, unknown] = [await accept(ben.email), await accept('nobody@example.com')];

    expect(known).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(unknown.body).toEqual(known.body);
    expect((await accept('Only@Example.com')).status).toBe(200);
  });

  test('is refused to a foreign page, without a name, and for an existing account', async () => {
    const { ann, ben } = await makeTeam(system, 'viewer');
    const { token } = await invite(ann.api, { role: 'viewer' });
    const accept = (body?: object, headers = {}) =>
      system.api.post(`/api/invitations/${token}/accept`, body, headers);

    expect((await accept({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (
        await ben.api
          .with({ origin: 'https://evil.example' })
          .post(`/api/invitations/${token}/accept`)
      ).status,
    ).toBe(403);
    expect((await accept()).status).toBe(401);
    expect(await accept({ name: 'Nobody' })).toMatchObject({
      status: 400,
      body: { fields: { password: 'Required.', email: 'Required.' } },
    });
    expect(await accept({ name: 'Ben', email: ben.email, password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect((await system.api.get(`/api/invitations/${token}`)).status).toBe(200);
  });

  test('expires after seven days', async () => {
    const { ann } = await makeTeam(system, 'viewer');
    const { id, token } = await invite(ann.api, { role: 'viewer' });
    await system.sql.query(
      `UPDATE invitations SET expires_at = now(), created_at = created_at - interval '7 days'
       WHERE id = $1 AND expires_at = created_at + interval '7 days'`,
      [id],
    );

    const accepted = await system.api.post(`/api/invitations/${token}/accept`, {
      ...{ name: 'Late', email: 'late@example.com', password: PASSWORD },
    });

    expect(accepted.status).toBe(404);
    expect((await ann.api.get('/api/members/invitations')).body).toMatchObject({ total: 0 });
  });
});
