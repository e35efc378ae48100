import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { join } from '../../test/people/test-user.ts';
import { collectEvents, invite, makeTeam, rolesIn } from '../../test/people/team.ts';

const system = useTestGateway();
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

describe('members', () => {
  test('are listed to admins, page by page, in the order of joining', async () => {
    const { ann, ben } = await makeTeam(system, 'viewer');

    const first = await ann.api.get('/api/members?limit=1');
    const second = await ann.api.get('/api/members?limit=1&page=2');

    expect(first.body).toEqual({
      ...{ total: 2, page: 1, limit: 1 },
      items: [
        {
          ...{ userId: ann.id, name: ann.id, email: ann.email, role: 'admin' },
          joinedAt: expect.stringMatching(/Z$/),
          tokens: [],
        },
      ],
    });
    expect(second.body).toMatchObject({ items: [{ userId: ben.id, role: 'viewer' }] });
    expect((await ben.api.get('/api/members')).status).toBe(403);
  });

  test('are listed to reviewers by name, without roles and without those of other workspaces', async () => {
    const { ann, ben } = await makeTeam(system, 'viewer');
    await makeTeam(system, 'viewer');
    expect((await ben.api.get('/api/people')).status).toBe(403);
    await ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' });

    const people = await ben.api.get('/api/people');

    expect(people).toMatchObject({ status: 200 });
    expect(people.body).toEqual(
      [ann, ben].map(({ id, email }) => ({ userId: id, name: id, email })),
    );
    await ann.api.delete(`/api/members/${ben.id}`);
    expect((await ann.api.get('/api/people')).body).toMatchObject([{ userId: ann.id }]);
    expect((await ben.api.get('/api/people')).status).toBe(401);
  });

  test('have a new role from their next request on', async () => {
    const { workspaceId, ann, ben } = await makeTeam(system, 'viewer');
    const create = (name: string) => ben.api.post('/api/projects', { name });
    expect((await create('too early')).status).toBe(403);

    const changed = await ann.api.patch(`/api/members/${ben.id}`, { role: 'manager' });

    expect(changed).toMatchObject({ status: 200, body: { userId: ben.id, role: 'manager' } });
    // Changes nothing, so it is not recorded.
    const again = await ann.api.patch(`/api/members/${ben.id}`, { role: 'manager' });
    expect(again.body).toEqual(changed.body);
    expect((await create('now')).status).toBe(201);
    await eventually(() =>
      expect(eventsOf(workspaceId)).toMatchObject([
        {
          action: 'member.role_changed',
          actor: { kind: 'user', id: ann.id, name: ann.email },
          address: '127.0.0.1',
          target: { kind: 'member', id: ben.id },
          before: { role: 'viewer' },
          after: { role: 'manager' },
        },
        { action: 'project.created', actor: { id: ben.id } },
      ]),
    );
  });

  test('lose the workspace with their next request when removed', async () => {
    const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
    const invitation = await invite(ben.api, { role: 'admin' });

    const removed = await ann.api.delete(`/api/members/${ben.id}`);

    expect(removed).toMatchObject({ status: 200, body: { ok: true } });
    expect((await ben.api.get('/api/projects')).status).toBe(401);
    expect((await system.api.get(`/api/invitations/${invitation.token}`)).status).toBe(404);
    expect(await rolesIn(system, workspaceId)).toEqual({ [ann.id]: 'admin' });
  });

  test.each(['demoted', 'removed'])(
    'lose their invitations when %s, and each valid one is recorded',
    async (how) => {
      const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
      const [good, over] = [
        await invite(ben.api, { role: 'admin' }),
        await invite(ben.api, { role: 'viewer' }),
      ];
      const elsewhere = { workspaceId: `elsewhere-${how}`, role: 'admin' } as const;
      await join(system, ben, elsewhere);
      await ben.api.post('/api/workspaces/switch', elsewhere);
      const other = await invite(ben.api, { role: 'viewer' });
      const overNow = 'UPDATE invitations SET expires_at = created_at WHERE id = $1';
      await system.sql.query(overNow, [over.id]);

      const path = `/api/members/${ben.id}`;
      const { status } =
        how === 'demoted'
          ? await ann.api.patch(path, { role: 'manager' })
          : await ann.api.delete(path);

      expect(status).toBe(200);
      expect((await system.api.get(`/api/invitations/${good.token}`)).status).toBe(404);
      expect((await system.api.get(`/api/invitations/${other.token}`)).status).toBe(200);
      await eventually(() =>
        expect(eventsOf(workspaceId)).toMatchObject([
          { action: 'invitation.created' },
          { action: 'invitation.created' },
          { action: how === 'demoted' ? 'member.role_changed' : 'member.removed' },
          {
            action: 'invitation.revoked',
            actor: { kind: 'user', id: ann.id },
            target: { kind: 'invitation', id: good.id },
            before: { role: 'admin' },
          },
        ]),
      );
    },
  );

  test('of another workspace are not found', async () => {
    const [here, there] = [await makeTeam(system, 'viewer'), await makeTeam(system, 'viewer')];

    const answers = [
      await here.ann.api.patch(`/api/members/${there.ben.id}`, { role: 'admin' }),
      await here.ann.api.delete(`/api/members/${there.ben.id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await rolesIn(system, there.workspaceId)).toMatchObject({ [there.ben.id]: 'viewer' });
  });

  test('keep their last admin, who can be neither demoted nor removed', async () => {
    const { workspaceId, ann } = await makeTeam(system, 'viewer');

    const answers = [
      await ann.api.patch(`/api/members/${ann.id}`, { role: 'manager' }),
      await ann.api.delete(`/api/members/${ann.id}`),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
    }
    expect(await rolesIn(system, workspaceId)).toMatchObject({ [ann.id]: 'admin' });
  });

  test('keep one admin when two demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { workspaceId, ann, ben } = await makeTeam(system, 'admin');

      const answers = await Promise.all([
        ann.api.patch(`/api/members/${ben.id}`, { role: 'viewer' }),
        ben.api.patch(`/api/members/${ann.id}`, { role: 'viewer' }),
      ]);

      const statuses = answers.map(({ status }) => status).sort();
      // 403 if the second request was admitted only after the first was done.
      expect([200, 403, 409]).toEqual(expect.arrayContaining(statuses));
      expect(statuses[0]).toBe(200);
      expect(statuses[1]).not.toBe(200);
      expect(Object.values(await rolesIn(system, workspaceId)).sort()).toEqual(['admin', 'viewer']);
    }
  });
});
