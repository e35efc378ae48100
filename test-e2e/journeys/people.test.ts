import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Client, signIn } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, PASSWORD, signUp } from '../harness/people.ts';
import { runCommand } from '../harness/process.ts';
import {
  type EmbeddedSystem,
  startEmbeddedSystem,
  startSystem,
  type System,
} from '../harness/system.ts';

/** Accepts an invitation as a new user and signs in. */
async function acceptAs(
  system: System,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<Client> {
  const path = `/api/invitations/${token}/accept`;
  const answer = await system.stranger.post(path, { name: 'New here', email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`Accepting answered ${answer.status}: ${answer.text}`);
  return signIn(system.url, email, PASSWORD);
}

describe('a team', () => {
  let system: System;
  let admin: Client;

  beforeAll(async () => {
    system = await startSystem();
    admin = await system.signIn();
  }, 60_000);

  afterAll(() => system.stop());

  test('adds a member by a link, records decisions by name, and cuts off removed members at once', async () => {
    const email = newAddress('reviewer');
    const invited = await admin.post('/api/members/invitations', { role: 'reviewer' });
    const token = String(invited.body['token']);
    expect((await system.stranger.get(`/api/invitations/${token}`)).body).toMatchObject({
      role: 'reviewer',
    });

    const reviewer = await acceptAs(system, { token, email });
    const { id } = await submit(system.automation, { project: uniqueName('Team'), output: 'Hi' });
    await awaitVerdict(system.automation, id);
    const decided = await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    const rule = { name: 'Polite', type: 'keyword_required', value: 'please' };
    const scope = { projectName: uniqueName('Rules') };
    const tooEarly = await reviewer.post('/api/rules', { ...rule, ...scope });

    expect(decided.status).toBe(200);
    expect((await system.automation.get(`/api/logs/${id}`)).body).toMatchObject({
      decidedBy: email,
    });
    expect(tooEarly.status).toBe(403);

    const { body } = await reviewer.get('/api/auth/get-session');
    const { id: userId } = body['user'] as { readonly id: string };
    await admin.patch(`/api/members/${userId}`, { role: 'manager' });
    expect((await reviewer.post('/api/rules', { ...rule, ...scope })).status).toBe(201);

    await admin.patch(`/api/members/${userId}`, { role: 'admin' });
    const made = await reviewer.post('/api/tokens', { name: uniqueName('Bot'), scopes: ['read'] });
    const authorization = `Bearer ${String(made.body['token'])}`;
    const verify = () => system.stranger.get('/api/verify', { headers: { authorization } });
    expect((await verify()).status).toBe(200);
    const removed = await admin.delete(`/api/members/${userId}`);
    expect(removed.body['tokens']).toMatchObject([{ id: made.body['id'], revoked: true }]);
    expect((await verify()).status).toBe(401);
    expect((await reviewer.get('/api/rules')).status).toBe(401);
    expect((await reviewer.get(`/api/logs/${id}`)).status).toBe(401);
    expect((await system.stranger.get(`/api/invitations/${token}`)).status).toBe(404);
  });

  test('is hidden from strangers and tokens, and keeps its last admin', async () => {
    const { body } = await admin.get('/api/auth/get-session');
    const { id } = body['user'] as { readonly id: string };

    for (const client of [system.stranger, system.automation]) {
      expect((await client.get('/api/members')).status).toBe(401);
    }
    expect(await admin.patch(`/api/members/${id}`, { role: 'viewer' })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    });
  });

  test('limits wrong passwords even if calls are not limited, and locks no other account out', async () => {
    const email = newAddress('nobody');
    const wrong = () =>
      system.stranger.post('/api/auth/sign-in/email', { email, password: 'wrong' });

    const statuses: number[] = [];
    // In batches, because each costs a tenth of a core second, and a busy machine would answer some with 503.
    for (let tries = 0; tries < 25; tries += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, wrong));
      statuses.push(...answers.map(({ status }) => status));
    }

    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await (await system.signIn()).get('/api/logs')).status).toBe(200);
  }, 60_000);
});

const DECISION = { decision: 'approved' };

describe('an installation with open sign-up', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);

  afterAll(() => system.stop());

  test('isolates workspaces, and one person can be a member of several', async () => {
    const [anns, bens] = [uniqueName('Anns'), uniqueName('Bens')];
    const benAddress = newAddress('ben');
    const ann = await signUp(system, { email: newAddress('ann'), workspaceName: anns });
    await signUp(system, { email: benAddress, workspaceName: bens });
    // Ann uses the session from her sign-up; Ben signs in by password.
    const ben = await signIn(system.url, benAddress, PASSWORD);
    const automation = await makeAutomation(system, ann);
    const { id } = await submit(automation, { project: 'Secret', output: 'For Ann alone' });
    await awaitVerdict(automation, id);

    expect((await ann.get(`/api/logs/${id}`)).status).toBe(200);
    expect((await ben.get(`/api/logs/${id}`)).status).toBe(404);
    expect((await system.automation.get(`/api/logs/${id}`)).status).toBe(404);

    const invited = await ann.post('/api/members/invitations', {
      ...{ role: 'viewer', email: benAddress.toUpperCase() },
    });
    const accept = `/api/invitations/${String(invited.body['token'])}/accept`;
    expect((await ben.post(accept)).status).toBe(200);
    expect((await ben.get(`/api/logs/${id}`)).status).toBe(200);

    const { text } = await ben.get('/api/workspaces');
    const workspaces = JSON.parse(text) as { readonly id: string; readonly name: string }[];
    expect(workspaces.map(({ name }) => name)).toEqual([bens, anns]);
    await ben.post('/api/workspaces/switch', { workspaceId: workspaces[0]?.id });
    expect((await ben.get(`/api/logs/${id}`)).status).toBe(404);

    // Ben's other tab still shows Ann's workspace.
    const headers = { 'x-workspace': workspaces[1]?.id ?? '' };
    const meant = await ben.patch(`/api/logs/${id}/decision`, DECISION, { headers });
    const made = await ben.post('/api/projects', { name: 'Misplaced' }, { headers });
    for (const answer of [meant, made]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'WORKSPACE_CHANGED' } });
    }
    expect((await ben.get('/api/projects')).text).not.toContain('Misplaced');
  });
});

describe('an installation with closed sign-up', () => {
  let system: EmbeddedSystem;

  beforeAll(async () => {
    system = await startEmbeddedSystem();
  }, 60_000);

  afterAll(() => system.stop());

  test('refuses a sign-up', async () => {
    const answer = await system.stranger.post('/api/auth/sign-up/email', {
      ...{ name: 'Eve', email: newAddress('eve'), password: PASSWORD },
    });

    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('lets the operator create a link for a forgotten password, which ends all sessions', async () => {
    const admin = await system.signIn();
    const { email } = system;
    const run = (address: string) =>
      runCommand('tools/src/reset-password/main.ts', [
        ...['--email', address, '--data-dir', system.dataDir],
      ]);

    const [made, unknown] = [await run(email.toUpperCase()), await run('nobody@example.com')];
    const token = /\/reset-password#(\S+)/.exec(made.stdout)?.[1];
    const reset = { token, newPassword: `${PASSWORD}, renewed` };
    const asked = await system.stranger.post('/api/auth/request-password-reset', { email });
    const answers = [
      await system.stranger.post('/api/auth/reset-password', reset),
      await system.stranger.post('/api/auth/reset-password', reset),
    ];

    expect(made.code).toBe(0);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No account has') });
    expect(asked.status).toBe(403);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect((await admin.get('/api/logs')).status).toBe(401);
    await signIn(system.url, email, reset.newPassword);
    await expect(signIn(system.url, email, system.password)).rejects.toThrow('401');
  }, 60_000);
});
