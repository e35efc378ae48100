import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { type Client, makeClient, signInHeaders } from '../harness/client.ts';
import { awaitVerdict, submit } from '../harness/outputs.ts';
import { withoutVolatile } from '../harness/settings.ts';
import { startSystem, type System } from '../harness/system.ts';

const KEY = 'sk-never-to-be-seen-again';
const PRICES = { inputPerMillion: 0.4, outputPerMillion: 1.6 };
const OPENAI = { provider: 'openai', model: 'gpt-large', ...PRICES } as const;

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

// Resets the settings, because journeys share the workspace.
afterEach(async () => {
  await admin.patch('/api/settings', {
    ...{ judgeProviders: [], skipJudgesWhenFlagged: false, tokensMayDecide: true },
    ...{ allowDeadlineApproval: false, queueDecisionComments: true, retentionDays: null },
  });
});

afterAll(() => system.stop());

test('the settings of a workspace contain every key with its true value', async () => {
  const answer = await admin.get('/api/settings');

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    workspaceId: expect.any(String),
    workspaceName: 'My workspace',
    ...{ currentUserRole: 'admin', canManageWorkspace: true },
    ...{ tokenHint: system.token.slice(-4), tokenLastUsedAt: answer.body['tokenLastUsedAt'] },
    ...{ notifyOnFlag: true, notifyOnError: true },
    ...{ emailNotificationsEnabled: false, notificationEmail: null },
    ...{ slackNotificationsEnabled: false, hasSlackWebhook: false },
    ...{ webhookEnabled: false, outboundWebhookUrl: null },
    outboundWebhookEvents: [
      ...['flagged', 'pass', 'error', 'approved', 'rejected', 'changed', 'handled', 'taught'],
      ...['escalated', 'deleted'],
    ],
    decisionReasons: [],
    slackApp: null,
    blindApprovals: false,
    ...{ slackDigest: 'off', emailDigest: 'off' },
    ...{ tokensMayDecide: true, allowDeadlineApproval: false, queueDecisionComments: true },
    ...{ skipJudgesWhenFlagged: false, defaultJudgeProvider: null, judgeProviders: [] },
    ...{ retentionDays: null, mediaQuotaBytes: expect.any(Number) },
    usage: { outputs: expect.any(Number), mediaBytes: expect.any(Number) },
  });
});

test('settings are visible to people only, and can only be changed from our own origin', async () => {
  const { cookie = '' } = await signInHeaders(system.url, system.email, system.password);
  const change = { skipJudgesWhenFlagged: true };

  for (const client of [system.stranger, system.automation]) {
    expect((await client.get('/api/settings')).status).toBe(401);
    expect((await client.patch('/api/settings', change)).status).toBe(401);
  }
  const elsewhere = makeClient(system.url, { cookie, origin: 'https://evil.example' });
  expect((await elsewhere.patch('/api/settings', change)).status).toBe(403);
  expect((await admin.get('/api/settings')).body).toMatchObject({ skipJudgesWhenFlagged: false });
});

describe('the judges of a workspace', () => {
  const judges = async () => (await admin.get('/api/settings')).body['judgeProviders'];

  test('are returned as saved, with prices and without keys', async () => {
    const answer = await admin.patch('/api/settings', {
      defaultJudgeProvider: 'openai',
      judgeProviders: [{ ...OPENAI, apiKey: ` ${KEY} ` }],
      skipJudgesWhenFlagged: true,
    });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ defaultJudgeProvider: 'openai', skipJudgesWhenFlagged: true },
        judgeProviders: [{ ...OPENAI, baseUrl: null, hasKey: true }],
      },
    });
    const again = await admin.get('/api/settings');
    expect(withoutVolatile(again.body)).toEqual(withoutVolatile(answer.body));
    expect(answer.text + again.text).not.toContain(KEY);
  });

  test('keep their keys when sent back unchanged', async () => {
    await admin.patch('/api/settings', { judgeProviders: [{ ...OPENAI, apiKey: KEY }] });
    const { body } = await admin.get('/api/settings');

    const answer = await admin.patch('/api/settings', body);

    expect(answer.status).toBe(200);
    expect(withoutVolatile(answer.body)).toEqual(withoutVolatile(body));
    const ignored = answer.headers.get('x-ignored-fields') ?? '';
    expect(ignored).toContain('judgeProviders.0.hasKey');
    expect(ignored).toContain('currentUserRole');
  });

  test('lose their key for good when the address changes', async () => {
    await admin.patch('/api/settings', { judgeProviders: [{ ...OPENAI, apiKey: KEY }] });

    await admin.patch('/api/settings', {
      judgeProviders: [{ ...OPENAI, baseUrl: 'https://93.184.216.34/v1' }],
    });
    expect(await judges()).toMatchObject([{ hasKey: false }]);

    await admin.patch('/api/settings', { judgeProviders: [OPENAI] });
    expect(await judges()).toMatchObject([{ baseUrl: null, hasKey: false }]);
  });
});

describe('a setting of a workspace', () => {
  test('for tokens and deadlines applies from its response on', async () => {
    const output = { project: 'Deadlines', output: 'Text.' };
    const late = { ...output, respondBy: 'PT1H', onDeadline: 'approve' };
    const off = { tokensMayDecide: false, allowDeadlineApproval: true, retentionDays: 3650 };
    const answer = await admin.patch('/api/settings', off);
    expect(answer).toMatchObject({ status: 200, body: off });

    const { id } = await submit(system.automation, late);
    await awaitVerdict(system.automation, id);
    const decision = `/api/logs/${id}/decision`;
    const approved = { decision: 'approved' };
    expect(await system.automation.patch(decision, approved)).toMatchObject({ status: 403 });
    expect((await admin.patch(decision, approved)).status).toBe(200);

    await admin.patch('/api/settings', { tokensMayDecide: true, allowDeadlineApproval: false });
    expect((await system.automation.patch(decision, approved)).status).toBe(200);
    expect(await system.automation.post('/api/logs', late)).toMatchObject({ status: 400 });
  });
});

describe('an invalid change', () => {
  const entry = (fields: object) => ({ judgeProviders: [{ ...OPENAI, ...fields }] });

  test.each<[string, unknown, Record<string, RegExp>]>([
    ['a list of the wrong type', { judgeProviders: 'openai' }, { judgeProviders: /array/ }],
    [
      'an entry of the wrong type',
      { judgeProviders: ['openai'] },
      { 'judgeProviders.0': /object/ },
    ],
    ['an unknown provider', entry({ provider: 'acme' }), { 'judgeProviders.0.provider': /one of/ }],
    ['no provider', { judgeProviders: [{ model: 'm' }] }, { 'judgeProviders.0.provider': /Requ/ }],
    [
      'no model',
      { judgeProviders: [{ provider: 'openai' }] },
      { 'judgeProviders.0.model': /Requ/ },
    ],
    ['a blank model', entry({ model: ' ' }), { 'judgeProviders.0.model': /blank/ }],
    ['a model that is a number', entry({ model: 4 }), { 'judgeProviders.0.model': /string/ }],
    ['a long model', entry({ model: 'm'.repeat(201) }), { 'judgeProviders.0.model': /200/ }],
    ['a key with a line break', entry({ apiKey: 'a\nb' }), { 'judgeProviders.0.apiKey': /ASCII/ }],
    [
      'a key with other characters',
      entry({ apiKey: 'schlüssel' }),
      { 'judgeProviders.0.apiKey': /ASCII/ },
    ],
    ['a key with NUL', entry({ apiKey: 'a\u0000' }), { 'judgeProviders.0.apiKey': /U\+0000/ }],
    [
      'invalid prices',
      entry({ inputPerMillion: -1, outputPerMillion: '2' }),
      { 'judgeProviders.0.inputPerMillion': /0/, 'judgeProviders.0.outputPerMillion': /number/ },
    ],
    ['a key of the wrong type', entry({ apiKey: 7 }), { 'judgeProviders.0.apiKey': /string/ }],
    [
      'two entries of the same provider',
      { judgeProviders: [OPENAI, OPENAI] },
      { 'judgeProviders.1.provider': /entry 0/ },
    ],
    [
      'a server without an address',
      entry({ provider: 'openai_compatible' }),
      { 'judgeProviders.0.baseUrl': /Required/ },
    ],
    ['no URL', entry({ baseUrl: 'openai' }), { 'judgeProviders.0.baseUrl': /URL/ }],
    [
      'a plain http URL',
      entry({ baseUrl: 'http://93.184.216.34' }),
      { 'judgeProviders.0.baseUrl': /http/ },
    ],
    [
      'a cloud metadata address',
      entry({ baseUrl: 'https://169.254.169.254' }),
      { 'judgeProviders.0.baseUrl': /priv/ },
    ],
    [
      'a loopback address',
      entry({ baseUrl: 'https://127.0.0.2' }),
      { 'judgeProviders.0.baseUrl': /private/ },
    ],
    [
      'a private address in hex',
      entry({ baseUrl: 'https://0x0a000001' }),
      { 'judgeProviders.0.baseUrl': /private/ },
    ],
    [
      'a private address in IPv6',
      entry({ baseUrl: 'https://[::ffff:a00:1]' }),
      { 'judgeProviders.0.baseUrl': /pri/ },
    ],
    [
      'a URL with a user',
      entry({ baseUrl: 'https://u@93.184.216.34' }),
      { 'judgeProviders.0.baseUrl': /user/ },
    ],
    [
      'a URL with a query',
      entry({ baseUrl: 'https://93.184.216.34?a' }),
      { 'judgeProviders.0.baseUrl': /query/ },
    ],
    [
      'a default without an entry',
      { defaultJudgeProvider: 'google' },
      { defaultJudgeProvider: /judgeProviders/ },
    ],
    ['an unknown default', { defaultJudgeProvider: 'acme' }, { defaultJudgeProvider: /one of/ }],
    ['a switch as text', { skipJudgesWhenFlagged: 'yes' }, { skipJudgesWhenFlagged: /boolean/ }],
    [
      'faults in several entries, all reported at once',
      {
        judgeProviders: [
          { provider: 'openai_compatible', model: 'a' },
          { ...OPENAI, baseUrl: 'https://10.0.0.1/v1' },
        ],
        defaultJudgeProvider: 'google',
      },
      {
        'judgeProviders.0.baseUrl': /Required/,
        'judgeProviders.1.baseUrl': /private/,
        defaultJudgeProvider: /judgeProviders/,
      },
    ],
  ])('with %s is 400 with the field, and changes nothing', async (_, change, fields) => {
    const { body: before } = await admin.get('/api/settings');

    const answer = await admin.patch('/api/settings', change);

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const matching = Object.entries(fields).map(([path, fault]) => [
      path,
      expect.stringMatching(fault),
    ]);
    expect(answer.body['fields']).toEqual(Object.fromEntries(matching));
    expect(withoutVolatile((await admin.get('/api/settings')).body)).toEqual(
      withoutVolatile(before),
    );
  });

  test('of malformed JSON is 400', async () => {
    const answer = await admin.patch('/api/settings', '{');
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
  });
});
