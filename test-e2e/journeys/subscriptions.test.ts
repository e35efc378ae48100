import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import type { Client, JsonObject } from '../harness/client.ts';
import { withoutVolatile } from '../harness/settings.ts';
import { startSystem, type System } from '../harness/system.ts';

// A public address, subscribed to an event that does not occur here, so it is never called.
const HOOK = { url: 'https://93.184.216.34/hook-secret', events: ['escalated'] };

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

// Resets the settings, because journeys share the workspace.
afterEach(async () => {
  await admin.patch('/api/settings', {
    ...{ slackWebhookUrl: null, outboundWebhookUrl: null, notifyOnError: true },
  });
});

afterAll(() => system.stop());

describe('an automation', () => {
  test('subscribes once, unsubscribes and subscribes again', async () => {
    const { automation } = system;
    const made = await automation.post('/api/subscriptions', HOOK);
    expect(made).toMatchObject({ status: 201, body: { ...HOOK, source: 'api' } });
    expect(made.body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = String(made.body['id']);
    const listed = async () =>
      (await automation.get('/api/subscriptions')).body['subscriptions'] as JsonObject[];
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, ...HOOK, endedReason: null }),
    );

    const again = { status: 200, body: { id, secret: null } };
    expect(await automation.post('/api/subscriptions', HOOK)).toMatchObject(again);
    expect((await automation.delete(`/api/subscriptions/${id}`)).body).toEqual({ ok: true });
    expect((await listed()).map((each) => each['id'])).not.toContain(id);
    expect(await automation.post('/api/subscriptions', HOOK)).toMatchObject(again);

    const rotated = await admin.post(`/api/destinations/${id}/rotate-secret`);
    expect(rotated.body['secret']).not.toBe(made.body['secret']);
    await automation.delete(`/api/subscriptions/${id}`);
  });

  test.each([
    ['not-a-url', /URL/],
    ['http://93.184.216.34/x', /https/],
    ['https://10.0.0.1/x', /private/],
    ['https://169.254.169.254/latest', /private/],
    ['https://[::ffff:a00:1]/x', /private/],
    ['https://u:p@93.184.216.34/', /user/],
  ])('cannot subscribe %s', async (url, fault) => {
    const answer = await system.automation.post('/api/subscriptions', { ...HOOK, url });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { url: expect.stringMatching(fault) } },
    });
  });

  test.each([
    ['no URL', {}, 'url'],
    ['an unknown event', { ...HOOK, events: ['opened'] }, 'events.0'],
    ['no event', { ...HOOK, events: [] }, 'events'],
  ])('that sends %s gets 400 with the field', async (_, body, field) => {
    const answer = await system.automation.post('/api/subscriptions', body);

    expect(answer.status).toBe(400);
    expect(answer.body['fields']).toHaveProperty([field]);
  });
});

describe('the notifications of a workspace', () => {
  test('stay off when their addresses are saved, and never show the Slack webhook', async () => {
    const outboundWebhookUrl = 'https://93.184.216.34/webhook-secret';
    const answer = await admin.patch('/api/settings', {
      ...{ slackWebhookUrl: 'https://93.184.216.34/slack-secret', outboundWebhookUrl },
      ...{ notifyOnError: false, outboundWebhookEvents: ['escalated'] },
    });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ hasSlackWebhook: true, slackNotificationsEnabled: false, webhookEnabled: false },
        ...{ outboundWebhookUrl, outboundWebhookEvents: ['escalated'], notifyOnError: false },
      },
    });
    const sentBack = await admin.patch('/api/settings', answer.body);
    expect(withoutVolatile(sentBack.body)).toEqual(withoutVolatile(answer.body));
    const { body, text } = await admin.get('/api/destinations');
    expect(body['items']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'callbacks', address: null, hasSecret: true }),
        expect.objectContaining({ kind: 'webhook', address: outboundWebhookUrl, isActive: false }),
        expect.objectContaining({ kind: 'slack', address: 'https://93.184.216.34' }),
      ]),
    );
    expect(text + sentBack.text).not.toContain('slack-secret');
    await admin.patch('/api/settings', { outboundWebhookEvents: ALL_EVENTS });
  });

  test.each<[string, object, Readonly<Record<string, RegExp>>]>([
    [
      'a loopback webhook',
      { outboundWebhookUrl: 'https://127.0.0.2/x' },
      { outboundWebhookUrl: /private/ },
    ],
    [
      'Slack by plain http',
      { slackWebhookUrl: 'http://93.184.216.34' },
      { slackWebhookUrl: /http/ },
    ],
    ['a webhook without a URL', { webhookEnabled: true }, { webhookEnabled: /outboundWebhookUrl/ }],
    [
      'Slack without a URL',
      { slackNotificationsEnabled: true },
      { slackNotificationsEnabled: /slackWebhookUrl/ },
    ],
    [
      'emails without an address',
      { emailNotificationsEnabled: true },
      { emailNotificationsEnabled: /notificationEmail/ },
    ],
    ['an invalid email address', { notificationEmail: 'ada' }, { notificationEmail: /email/ }],
    [
      'an unknown event',
      { outboundWebhookEvents: ['opened'] },
      { 'outboundWebhookEvents.0': /one of/ },
    ],
  ])('with %s are 400 with the field, and unchanged', async (_, change, fields) => {
    const { body: before } = await admin.get('/api/settings');

    const answer = await admin.patch('/api/settings', { retentionDays: 99, ...change });

    expect(answer.status).toBe(400);
    const matching = Object.entries(fields).map(([path, fault]) => [
      path,
      expect.stringMatching(fault),
    ]);
    expect(answer.body['fields']).toEqual(Object.fromEntries(matching));
    expect(withoutVolatile((await admin.get('/api/settings')).body)).toEqual(
      withoutVolatile(before),
    );
  });
});

const ALL_EVENTS = [
  ...['flagged', 'pass', 'error', 'approved', 'rejected', 'changed', 'handled', 'taught'],
  ...['escalated', 'deleted'],
];
