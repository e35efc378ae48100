import { beforeAll, expect, test } from '@jest/globals';
import { type AuditRecorded, auditRecorded } from '@output-review/contracts';
import { type ApiClient, eventually, makeApiClient } from '@output-review/runtime/testing';

import { collectData } from '../../test/collect-data.ts';
import { addUser, cookieOf, join, PASSWORD, signInAs } from '../../test/people/test-user.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let audited: AuditRecorded[];

beforeAll(() => {
  audited = collectData(system.bus, auditRecorded);
});

/** Signs in a user with two workspaces, acting in the first. */
async function signInWithTwoWorkspaces(name: string): Promise<ApiClient> {
  const user = await addUser(system, name);
  await join(system, user, { workspaceId: `${name}-first`, role: 'viewer' });
  await join(system, user, { workspaceId: `${name}-second`, role: 'admin' });
  return signInAs(system, user);
}

const toldOf = (name: string) =>
  audited
    .filter(({ actor }) => actor.name === `${name}@example.com`)
    .map(({ workspaceId, action, target }) => ({ workspaceId, action, target }));

const inBoth = (name: string, action: string) =>
  ['first', 'second'].map((which) => ({
    ...{ workspaceId: `${name}-${which}`, action },
    target: { kind: 'user', id: name },
  }));

test('records a new password in every workspace of the user', async () => {
  const api = await signInWithTwoWorkspaces('kim');

  const changed = await api.post('/api/auth/change-password', {
    ...{ currentPassword: PASSWORD, newPassword: `${PASSWORD}, renewed` },
  });

  expect(changed.status).toBe(200);
  await eventually(() => expect(toldOf('kim')).toHaveLength(2));
  expect(toldOf('kim')).toEqual(inBoth('kim', 'session.password_changed'));
  const cookie = cookieOf(changed.headers);
  const session = await makeApiClient(system.gateway.publicUrl, { cookie }).get(
    '/api/auth/get-session',
  );
  expect(session.body).toMatchObject({ workspace: { id: 'kim-first' } });
});

test('records ended sessions in every workspace of the user, and nothing if none ended', async () => {
  const api = await signInWithTwoWorkspaces('lee');
  await signInAs(system, { email: 'lee@example.com' });
  const { body } = await api.get('/api/auth/list-sessions');
  const other = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent);

  const unknown = await api.post('/api/auth/revoke-session', { id: 'unknown' });
  const one = await api.post('/api/auth/revoke-session', { id: other?.id });
  const all = await api.post('/api/auth/revoke-sessions');

  expect([unknown.status, one.status, all.status]).toEqual([404, 200, 200]);
  await eventually(() => expect(toldOf('lee')).toHaveLength(4));
  const revoked = inBoth('lee', 'session.revoked');
  expect(toldOf('lee')).toEqual(expect.arrayContaining(revoked));
  expect(toldOf('lee').filter(({ workspaceId }) => workspaceId === 'lee-first')).toEqual([
    revoked[0],
    revoked[0],
  ]);
});
