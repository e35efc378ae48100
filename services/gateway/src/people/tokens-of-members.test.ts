import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type ApiAnswer,
  type ApiClient,
  eventually,
  makeApiClient,
} from '@output-review/runtime/testing';

import type { RunningGateway } from '../service.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { join } from '../../test/people/test-user.ts';
import { collectEvents, makeTeam, rolesIn, sendWhileDemoted } from '../../test/people/team.ts';

let system: TestGateway;
let other: RunningGateway;
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(async () => {
  system = await startTestGateway();
  other = await system.startAgain();
  eventsOf = collectEvents(system);
});

afterAll(async () => {
  await other.stop();
  await system[Symbol.asyncDispose]();
});

interface Made {
  readonly id: string;
  readonly token: string;
}

async function makeToken(api: ApiClient, name: string): Promise<Made> {
  const answer = await api.post('/api/tokens', { name, scopes: ['read'] });
  expect(answer.status).toBe(201);
  return answer.body as Made;
}

/** Whether each gateway accepts a token. */
const isGood = (token: string) =>
  Promise.all(
    [system.gateway, other].map(async ({ publicUrl }) => {
      const authorization = `Bearer ${token}`;
      return (await makeApiClient(publicUrl, { authorization }).get('/api/verify')).status === 200;
    }),
  );

test("lists a removed member's tokens to the admin, and revokes them on every gateway except those to keep", async () => {
  const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
  const leaked = await makeToken(ben.api, 'Leaked');
  const needed = await makeToken(ben.api, 'Needed');
  const gone = await makeToken(ben.api, 'Revoked before');
  await ben.api.delete(`/api/tokens/${gone.id}`);
  const anns = await makeToken(ann.api, 'Of Ann');
  const other = await makeTeam(system, 'viewer');
  await join(system, ben, { workspaceId: other.workspaceId, role: 'admin' });
  await ben.api.post('/api/workspaces/switch', { workspaceId: other.workspaceId });
  const elsewhere = await makeToken(ben.api, 'Elsewhere');
  await ben.api.post('/api/workspaces/switch', { workspaceId });
  const rotated = await ben.api.post('/api/settings/rotate-token');
  const { webhookToken } = rotated.body as { readonly webhookToken: string };
  const tokens = [leaked.token, needed.token, webhookToken, anns.token, elsewhere.token];
  expect(await Promise.all(tokens.map(isGood))).toEqual(tokens.map(() => [true, true]));

  const listed = await ann.api.get('/api/members');
  const removed = await ann.api.delete(`/api/members/${ben.id}?keepTokens= ${needed.id} ,`);

  const fields = { hint: expect.any(String), lastUsedAt: expect.stringMatching(/Z$/) };
  expect((listed.body as { readonly items: unknown }).items).toMatchObject([
    { userId: ann.id, tokens: [{ id: anns.id, name: 'Of Ann' }] },
    {
      userId: ben.id,
      tokens: [
        { ...fields, id: leaked.id, name: 'Leaked' },
        { ...fields, id: needed.id, name: 'Needed' },
        { ...fields, name: null, hint: webhookToken.slice(-4) },
      ],
    },
  ]);
  expect(removed).toMatchObject({
    status: 200,
    body: {
      ok: true,
      tokens: [
        { id: leaked.id, name: 'Leaked', revoked: true },
        { id: needed.id, name: 'Needed', revoked: false },
        { id: expect.any(String), name: null, revoked: true },
      ],
    },
  });
  expect(await Promise.all(tokens.map(isGood))).toEqual([
    [false, false],
    [true, true],
    [false, false],
    [true, true],
    [true, true],
  ]);
  await eventually(() =>
    expect(eventsOf(workspaceId).slice(-3)).toMatchObject([
      { action: 'member.removed', target: { id: ben.id } },
      { action: 'token.revoked', target: { kind: 'token', id: leaked.id }, actor: { id: ann.id } },
      { action: 'token.revoked', target: { kind: 'token' } },
    ]),
  );
});

test('neither lists nor revokes a token whose creator is unknown', async () => {
  const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
  const old = await makeToken(ben.api, 'Of an earlier release');
  await system.sql.query('UPDATE tokens SET created_by = NULL WHERE workspace_id = $1', [
    workspaceId,
  ]);

  const removed = await ann.api.delete(`/api/members/${ben.id}`);

  expect(removed.body).toEqual({ ok: true, tokens: [] });
  expect(await isGood(old.token)).toEqual([true, true]);
});

test('refuses a token to keep that the member did not create, and changes nothing', async () => {
  const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
  const [bens, anns] = [await makeToken(ben.api, 'Bens'), await makeToken(ann.api, 'Anns')];

  for (const kept of [`${bens.id},${anns.id}`, 'unknown', `${bens.id};${bens.id}`]) {
    const answer = await ann.api.delete(`/api/members/${ben.id}?keepTokens=${kept}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { keepTokens: expect.any(String) } },
    });
  }

  expect(await rolesIn(system, workspaceId)).toMatchObject({ [ben.id]: 'admin' });
  expect(await isGood(bens.token)).toEqual([true, true]);
});

test.each<[string, (api: ApiClient, id: string) => Promise<ApiAnswer>]>([
  ['creating a token', (api) => api.post('/api/tokens', { name: 'Late', scopes: ['read'] })],
  ['revoking a token', (api, id) => api.delete(`/api/tokens/${id}`)],
  ['rotating the workspace token', (api) => api.post('/api/settings/rotate-token')],
  ['inviting somebody', (api) => api.post('/api/members/invitations', { role: 'admin' })],
])('an admin who is removed while %s changes nothing', async (_what, send) => {
  const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
  const kept = await makeToken(ann.api, 'Kept');

  const removed = { workspaceId, userId: ben.id, role: null };
  const answer = await sendWhileDemoted(system, removed, () => send(ben.api, kept.id));

  expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  const { rows } = await system.sql.query(
    `SELECT id FROM tokens WHERE workspace_id = $1 AND revoked_at IS NULL
     UNION ALL SELECT id FROM invitations WHERE workspace_id = $1`,
    [workspaceId],
  );
  expect(rows).toEqual([{ id: kept.id }]);
});
