import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SLACK_APP } from '@output-review/runtime/testing';

import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { runCommand } from '../harness/process.ts';
import { useRestarts } from '../harness/restarts.ts';
import type { System } from '../harness/system.ts';

const OWN_KEY = 'sk-workspace-0123456789';
// No server listens there.
const HOOK_URL = 'http://127.0.0.1:9/hook?key=secret';
const CALLBACK_URL = 'http://127.0.0.1:9/hook?secret=1';
const newKey = () => randomBytes(32).toString('base64');

let judge: JudgeServer;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 1 });
});

afterAll(() => judge.close());

const restarts = useRestarts();

const start = (keys: Readonly<Record<string, string>>): Promise<System> =>
  restarts.start({
    // No server listens there, because no message should be sent.
    ...{ EGRESS_ALLOW_CIDRS: '127.0.0.0/8', SLACK_API_URL: 'http://127.0.0.1:9' },
    ...keys,
  });

const rotate = () =>
  runCommand('tools/src/rotate-encryption-key/main.ts', ['--data-dir', restarts.dataDir]);

/** Reads decrypted values: URLs as the admin sees them, and the judge's key. */
async function readSecrets(system: System, { id, project }: { id: string; project: string }) {
  const admin = await system.signIn();
  const { body } = await admin.get(`/api/logs/${id}`);
  await submit(system.automation, { project, output: 'Hello again.', sync: true });
  const hooks = (await admin.get('/api/subscriptions')).text;
  return { callbackUrl: body['callbackUrl'], question: judge.received.at(-1), hooks };
}

async function seal(system: System): Promise<{ id: string; project: string }> {
  const admin = await system.signIn();
  const project = uniqueName('Sealed');
  await admin.post('/api/rules', { ...JUDGE_RULE, projectName: project });
  const entry = { provider: 'openai_compatible', model: 'm', apiKey: OWN_KEY };
  await admin.patch('/api/settings', {
    defaultJudgeProvider: entry.provider,
    judgeProviders: [{ ...entry, baseUrl: judge.settings['JUDGE_BASE_URL'] }],
    slackApp: SLACK_APP,
  });
  const output = { project, output: 'Hello.', callbackUrl: CALLBACK_URL, sync: true };
  const { body } = await admin.post('/api/subscriptions', { url: HOOK_URL, events: ['escalated'] });
  for (let n = 0; n < 2; n += 1) {
    await admin.post(`/api/destinations/${String(body['id'])}/rotate-secret`);
  }
  // A field of this name in user data must be ignored.
  const metadata = { callbackUrlSealed: 'v1.12345678.abc' };
  const asked = { ...output, metadata, callbackEvents: 'decisions' };
  const { id } = await submit(system.automation, asked);
  const decided = await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  expect(decided.status).toBe(200);
  return { id, project };
}

test('rotates a key without losing anything it encrypted', async () => {
  const [former, present] = [newKey(), newKey()];
  const before = await start({ ENCRYPTION_KEY: former });
  const sealed = await seal(before);
  await before.stop();

  const both = await start({ ENCRYPTION_KEY: present, ENCRYPTION_KEY_PREVIOUS: former });
  const readable = {
    ...{ callbackUrl: CALLBACK_URL, question: expect.stringContaining(OWN_KEY) },
    hooks: expect.stringContaining(HOOK_URL),
  };
  expect(await readSecrets(both, sealed)).toEqual(readable);
  const first = await rotate();
  const second = await rotate();
  await both.stop();
  const alone = await start({ ENCRYPTION_KEY: present });

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.trimEnd().split('\n')).toEqual([
    // Deleted with its body once review has it, which may be the case by now.
    expect.stringMatching(/^gateway: callback URLs of submissions: [01] re-encrypted$/),
    'gateway: emails that wait for the mail server: 0 re-encrypted',
    'evaluator: keys of judges: 1 re-encrypted',
    'review: callback URLs of outputs: 1 re-encrypted',
    'review: callback URLs in dead letters: 0 re-encrypted',
    'review: URLs of destinations: 1 re-encrypted',
    // One more for callbacks and one for the Slack app.
    'review: secrets of destinations: 3 re-encrypted',
    'review: former secrets of destinations: 1 re-encrypted',
    'review: earlier secrets of destinations: 1 re-encrypted',
    'review: callback URLs of deliveries: 1 re-encrypted',
    'review: secrets of Slack apps: 2 re-encrypted',
    'Everything is encrypted with ENCRYPTION_KEY.',
  ]);
  expect(second.stdout.match(/\b\d+ re-encrypted/g)).toEqual(Array(11).fill('0 re-encrypted'));
  expect(await readSecrets(alone, sealed)).toEqual(readable);
  const { body } = await alone.automation.get(`/api/logs/${sealed.id}`);
  expect(body['metadata']).toEqual({ callbackUrlSealed: 'v1.12345678.abc' });
}, 120_000);

/** What an admin reads and changes while the key is missing. */
async function readWithoutKey(system: System) {
  const admin = await system.signIn();
  return {
    settings: await admin.get('/api/settings'),
    changed: await admin.patch('/api/settings', { notifyOnError: false }),
    destinations: await admin.get('/api/destinations'),
    subscriptions: await admin.get('/api/subscriptions'),
  };
}

test('counts values that neither key decrypts and leaves them unchanged', async () => {
  const former = newKey();
  const before = await start({ ENCRYPTION_KEY: former });
  const sealed = await seal(before);
  await before.stop();

  const without = await start({ ENCRYPTION_KEY: newKey(), ENCRYPTION_KEY_PREVIOUS: newKey() });
  const lost = await rotate();
  const shown = await readWithoutKey(without);
  await without.stop();
  const back = await start({ ENCRYPTION_KEY: former });

  expect(lost.code).toBe(1);
  expect(lost.stdout).toContain('keys of judges: 0 re-encrypted, 1 cannot be decrypted');
  expect(lost.stdout).toContain('Restart the services with the key of these secrets');
  expect(shown).toMatchObject({
    settings: {
      ...{ status: 200, body: { slackApp: { hasBotToken: false, hasSigningSecret: false } } },
    },
    changed: { status: 200, body: { notifyOnError: false } },
    destinations: { status: 200 },
    subscriptions: { status: 200, body: { subscriptions: [{ url: 'http://127.0.0.1:9' }] } },
  });
  expect(await readSecrets(back, sealed)).toEqual({
    ...{ callbackUrl: CALLBACK_URL, question: expect.stringContaining(OWN_KEY) },
    hooks: expect.stringContaining(HOOK_URL),
  });
  const settings = await (await back.signIn()).get('/api/settings');
  expect(settings.body['slackApp']).toMatchObject({ hasBotToken: true, hasSigningSecret: true });
}, 120_000);
