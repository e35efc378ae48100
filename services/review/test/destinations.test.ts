import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';

import { placeOfDestination } from '../src/domain/destinations/sealing-place.ts';
import { HIDDEN, makeAuditReader } from './audit-records.ts';
import {
  aWorkspaceOf,
  type Body,
  CHANNELS,
  SECRET,
  settle,
  URL_OF_HOOK,
} from './told-workspaces.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  startTestReview,
  type TestReview,
} from './test-review.ts';

let t: TestReview;
let audit: ReturnType<typeof makeAuditReader>;

beforeAll(async () => {
  t = await startTestReview();
  audit = makeAuditReader(t);
});

afterAll(() => t.stop());

const aWorkspace = () => aWorkspaceOf(t);

describe('subscriptions', () => {
  test('are made once for a URL and a set of events, and live again when they are made again', async () => {
    const { workspaceId, api, subscribe, listed } = await aWorkspace();
    const events = ['approved', 'flagged'];

    const made = await subscribe({ events });

    const shown = { url: URL_OF_HOOK, events: ['flagged', 'approved'], source: 'dashboard' };
    expect(made).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(String), ...shown, createdAt: '2026-03-01T12:00:00.000Z' },
        secret: expect.stringMatching(SECRET),
      },
    });
    const same = { status: 200, body: { ...made.body, secret: null } };
    expect(await subscribe({ events: events.toReversed() })).toEqual(same);
    expect(await subscribe({ events, url: 'http://127.0.0.1:0009/hook?key=secret' })).toEqual(same);
    const { body: other } = await subscribe();
    expect(other['events']).toHaveLength(10);

    const path = `/api/subscriptions/${String(made.body['id'])}`;
    expect((await api.delete(path)).body).toEqual({ ok: true });
    expect((await api.delete(path)).body).toEqual({ ok: true });
    expect((await listed()).map(({ id }) => id)).toEqual([other['id']]);
    expect(await listed('?all=true')).toMatchObject([
      { id: other['id'], endedReason: null },
      { id: made.body['id'], endedReason: 'deleted' },
    ]);
    expect(await subscribe({ events })).toEqual(same);
    expect(await listed()).toHaveLength(2);

    const records = await audit.recorded(workspaceId, 4);
    expect(records.map(({ action }) => action)).toEqual([
      ...['subscription.created', 'subscription.created', 'subscription.deleted'],
      'subscription.created',
    ]);
    expect(records[0]).toMatchObject({
      target: { kind: 'destination', id: made.body['id'] },
      after: { url: HIDDEN, events: ['flagged', 'approved'] },
    });
  });

  test('made many times at once are one', async () => {
    const { subscribe, listed } = await aWorkspace();

    const made = await Promise.all(Array.from({ length: 8 }, () => subscribe()));

    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  test('are at most a hundred', async () => {
    const { workspaceId, api, subscribe, listed } = await aWorkspace();
    await t.sql.query(
      `INSERT INTO destinations (id, workspace_id, kind, source, url_sealed, address, events, created_at)
       SELECT 'd' || n || $1, $1, 'subscription', 'api', $2, 'http://127.0.0.1:9', '{pass}', now()
       FROM generate_series(1, 99) AS n`,
      [workspaceId, null],
    );
    const { body } = await subscribe();
    const tooMany = { status: 409, body: { code: 'CONFLICT' } };
    expect(await subscribe({ events: ['pass'] })).toMatchObject(tooMany);
    expect((await subscribe()).status).toBe(200);

    await api.delete(`/api/subscriptions/${String(body['id'])}`);

    expect((await subscribe({ events: ['pass'] })).status).toBe(201);
    expect(await subscribe()).toMatchObject(tooMany);
    expect(await listed()).toHaveLength(100);
  });

  test('show their URL to admins and tokens, to others where it leads', async () => {
    const { workspaceId, subscribe } = await aWorkspace();
    await subscribe();
    const seenBy = async (principal: Parameters<typeof t.as>[0]) => {
      const api = await t.as(principal);
      const { body } = await api.get('/api/subscriptions');
      return (body as { subscriptions: Body[] }).subscriptions[0]?.['url'];
    };

    expect(await seenBy(aToken(workspaceId, 'reader'))).toBe(URL_OF_HOOK);
    expect(await seenBy(aPerson(workspaceId, 'manager'))).toBe('http://127.0.0.1:9/…');
    const manager = await t.as(aPerson(workspaceId, 'manager'));
    const again = await manager.post('/api/subscriptions', { url: URL_OF_HOOK });
    expect(again).toMatchObject({ status: 200, body: { url: URL_OF_HOOK } });
    const { rows } = await t.sql.query('SELECT * FROM destinations WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('key=secret');
  });

  test('of another workspace are not there', async () => {
    const { subscribe } = await aWorkspace();
    const { body } = await subscribe();
    const id = String(body['id']);
    const other = await t.as(aPerson(newId(), 'admin'));

    for (const answer of [
      await other.delete(`/api/subscriptions/${id}`),
      await other.post(`/api/destinations/${id}/rotate-secret`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});

describe('destinations', () => {
  test('are listed with who stands for callbacks, and never with what writes to Slack', async () => {
    const { workspaceId, subscribe, destinations } = await aWorkspace();
    expect((await settle(t, workspaceId, CHANNELS)).status).toBe(200);
    await subscribe();
    const output = aSubmission({ workspaceId });
    await t.submit(output);
    await t.evaluate(anEvaluation(output, { outcome: 'fail' }));

    const items = await destinations();

    const byKind = new Map(items.map((each) => [each['kind'], each]));
    expect([...byKind.keys()].sort()).toEqual([
      ...['callbacks', 'email', 'slack', 'subscription', 'webhook'],
    ]);
    expect(byKind.get('callbacks')).toMatchObject({ address: null, hasSecret: true, waiting: 0 });
    expect(byKind.get('email')).toMatchObject({
      ...{ address: 'a@b.example', isActive: false, hasSecret: false },
    });
    expect(byKind.get('slack')).toMatchObject({
      ...{ address: 'http://127.0.0.1:9', isActive: true, source: 'settings', waiting: 1 },
      events: ['flagged', 'error', 'escalated'],
    });
    expect(byKind.get('webhook')).toMatchObject({ address: URL_OF_HOOK, waiting: 1, dead: 0 });
    const [callbacks] = (await destinations()).filter(({ kind }) => kind === 'callbacks');
    expect(callbacks).toEqual(byKind.get('callbacks'));
  });

  test('get a new secret, and keep the former one for a day', async () => {
    const { workspaceId, api, subscribe, destinations } = await aWorkspace();
    const { body } = await subscribe();
    const id = String(body['id']);

    const { body: rotated } = await api.post(`/api/destinations/${id}/rotate-secret`);

    const { secret } = rotated as { secret: string };
    expect(secret).toMatch(SECRET);
    const { rows } = await t.sql.query<{ now: string; former: string }>(
      `SELECT secret_sealed AS now, former_secret_sealed AS former FROM destinations WHERE id = $1`,
      [id],
    );
    const open = (sealed: string) => t.sealer.open(sealed, placeOfDestination(id));
    expect(rows.map(({ now, former }) => [open(now), open(former)])).toEqual([
      [secret, body['secret']],
    ]);
    const [found] = (await destinations()).filter((each) => each['id'] === id);
    expect(found).toMatchObject({ formerSecretUntil: '2026-03-02T12:00:00.000Z' });
    const records = await audit.recorded(workspaceId, 2);
    expect(records[1]).toMatchObject({
      ...{ action: 'destination.secret_rotated', target: { kind: 'destination', id } },
    });

    await settle(t, workspaceId, CHANNELS);
    const [slack] = (await destinations()).filter(({ kind }) => kind === 'slack');
    const refused = await api.post(`/api/destinations/${String(slack?.['id'])}/rotate-secret`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await api.delete(`/api/subscriptions/${id}`);
    expect((await api.post(`/api/destinations/${id}/rotate-secret`)).status).toBe(404);
  });

  test('of the settings are changed together or not at all, and tried without a change', async () => {
    const { workspaceId, destinations } = await aWorkspace();
    const service = await t.as({ kind: 'service', service: 'gateway' });
    const read = async () =>
      (await service.post('/internal/notification-settings', { workspaceId })).body as Body;
    const unchanged = await read();
    expect(unchanged).toMatchObject({ notifyOnFlag: true, webhookEnabled: false });

    const faulty = {
      ...{ ...CHANNELS, slackWebhookUrl: 'https://10.0.0.1/x', emailNotificationsEnabled: true },
    };
    expect(await settle(t, workspaceId, faulty)).toMatchObject({
      status: 400,
      body: {
        fields: {
          slackWebhookUrl: expect.stringMatching(/private/),
          emailNotificationsEnabled: expect.stringMatching(/SMTP_URL/),
        },
      },
    });
    expect((await settle(t, workspaceId, { ...CHANNELS, isTrial: true })).status).toBe(200);
    expect(await read()).toEqual(unchanged);

    await settle(t, workspaceId, CHANNELS);
    const after = {
      ...{ hasSlackWebhook: true, slackNotificationsEnabled: true, webhookEnabled: true },
      ...{ outboundWebhookUrl: URL_OF_HOOK, notificationEmail: 'a@b.example' },
    };
    expect(await read()).toMatchObject(after);
    await settle(t, workspaceId, CHANNELS);
    await settle(t, workspaceId, { outboundWebhookUrl: null });
    expect(await read()).toMatchObject({
      ...{ ...after, outboundWebhookUrl: null, webhookEnabled: false },
    });
    expect((await destinations()).map(({ kind }) => kind)).not.toContain('webhook');

    const records = await audit.recorded(workspaceId, 2);
    expect(records.map(({ action, after: told }) => [action, told])).toEqual([
      [
        'settings.changed',
        {
          ...{ slackWebhookUrl: HIDDEN, slackNotificationsEnabled: true, webhookEnabled: true },
          ...{ outboundWebhookUrl: HIDDEN, notificationEmail: HIDDEN },
        },
      ],
      ['settings.changed', { outboundWebhookUrl: null, webhookEnabled: false }],
    ]);
  });
});
