import { beforeAll, describe, expect, test } from '@jest/globals';
import { DELIVERY_COUNT_MAX } from '@output-review/contracts';
import { SLACK_APP, watchReads } from '@output-review/runtime/testing';

import { placeOfDestination } from './destinations.pure.ts';
import { findDestinations } from './destinations.sql.ts';
import { HIDDEN, makeAuditReader } from '../../test/audit-records.ts';
import {
  aWorkspaceOf,
  type Body,
  CHANNELS,
  SECRET,
  settle,
  URL_OF_HOOK,
} from '../../test/notified-workspaces.ts';
import { anEvaluation, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();
let audit: ReturnType<typeof makeAuditReader>;

beforeAll(() => {
  audit = makeAuditReader(t);
});

const aWorkspace = () => aWorkspaceOf(t);

describe('destinations', () => {
  test('are listed with the one for callbacks, and never with a URL that can post to Slack', async () => {
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

  test('that are listed do not make outputs without a callback look for receivers', async () => {
    await t.sql.query(`
      CREATE TABLE fan_outs ();
      CREATE FUNCTION count_fan_out() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO fan_outs DEFAULT VALUES; RETURN NULL; END $$;
      CREATE TRIGGER count_fan_out AFTER INSERT ON deliveries
        FOR EACH STATEMENT EXECUTE FUNCTION count_fan_out();`);
    const fanOuts = async () => (await t.sql.query('SELECT FROM fan_outs')).rows.length;
    const { workspaceId, subscribe, destinations } = await aWorkspace();
    expect(await destinations()).toMatchObject([{ kind: 'callbacks', isActive: true }]);

    await t.submitEvaluated('fail', { workspaceId });
    expect(await fanOuts()).toBe(0);

    await subscribe();
    await t.submitEvaluated('fail', { workspaceId });
    expect(await fanOuts()).toBe(1);
    await t.sql.query('DROP TRIGGER count_fan_out ON deliveries');
  });

  test('are listed without reading a whole backlog', async () => {
    const { workspaceId, subscribe } = await aWorkspace();
    const { body } = await subscribe();
    await t.sql.query(
      `INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, state)
       SELECT $1, $2, $2, 'flagged', now(), state FROM generate_series(0, $3),
         unnest('{delivered,dead}'::text[]) AS state`,
      [workspaceId, body['id'], DELIVERY_COUNT_MAX],
    );
    const { reads, query } = watchReads(t.sql);

    const { items } = await findDestinations({ query }, t.encryptor, {
      ...{ workspaceId, page: 1, limit: 1 },
    });

    expect(items).toMatchObject([{ id: body['id'], waiting: 0, dead: DELIVERY_COUNT_MAX }]);
    expect(Math.max(...reads)).toBe(DELIVERY_COUNT_MAX);
  });

  test('get a new secret and keep the previous one for a day', async () => {
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
    const open = (sealed: string) => t.encryptor.open(sealed, placeOfDestination(id));
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

  test('in the settings are changed together or not at all, and can be tested without a change', async () => {
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

  test('in the settings include a Slack app, whose secrets stay until another app replaces it', async () => {
    const { workspaceId, destinations } = await aWorkspace();
    const service = await t.as({ kind: 'service', service: 'gateway' });
    const read = async () => {
      const { body } = await service.post('/internal/notification-settings', { workspaceId });
      return (body as Body)['slackApp'];
    };
    const isOn = async () =>
      (await destinations()).some(
        ({ kind, isActive }) => kind === 'slack_app' && isActive === true,
      );
    const { botToken, signingSecret, ...ids } = SLACK_APP;
    expect(await read()).toBeNull();

    const faulty = { ...SLACK_APP, teamId: 'acme', channel: '#reviews', botToken: 'xoxp-1' };
    expect(await settle(t, workspaceId, { slackApp: faulty })).toMatchObject({
      status: 400,
      body: {
        fields: {
          'change.slackApp.teamId': expect.stringContaining('T0123ABCD'),
          'change.slackApp.channel': expect.stringContaining('not its name'),
          'change.slackApp.botToken': expect.stringContaining('xoxb-'),
        },
      },
    });
    await settle(t, workspaceId, { slackApp: { ...ids, botToken } });
    expect(await read()).toEqual({ ...ids, hasBotToken: true, hasSigningSecret: false });
    expect(await isOn()).toBe(false);
    await settle(t, workspaceId, { slackApp: { ...ids, signingSecret, channel: 'C0OTHER' } });
    const whole = { ...ids, channel: 'C0OTHER', hasBotToken: true, hasSigningSecret: true };
    expect(await read()).toEqual(whole);
    expect(await isOn()).toBe(true);
    const { rows } = await t.sql.query('SELECT * FROM slack_apps WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${botToken}|${signingSecret}`));

    await settle(t, workspaceId, { slackApp: { ...ids, appId: 'A0OTHER' } });
    expect(await read()).toMatchObject({ hasBotToken: false, hasSigningSecret: false });
    expect(await isOn()).toBe(false);
    await settle(t, workspaceId, { slackApp: null });
    expect(await read()).toBeNull();
    const records = await audit.recorded(workspaceId, 4);
    expect(records[0]?.after).toMatchObject({ slackBotToken: HIDDEN, slackTeamId: HIDDEN });
    expect(records[3]?.after).toMatchObject({ slackTeamId: null, slackChannel: null });
  });

  test('that fail start over when a Slack app gets another token or channel, but not with the same ones', async () => {
    const { workspaceId } = await aWorkspace();
    const failingSince = async () => {
      const { rows } = await t.sql.query<{ failing_since: Date | null }>(
        `SELECT failing_since FROM destinations WHERE workspace_id = $1 AND kind = 'slack_app'`,
        [workspaceId],
      );
      return rows[0]?.failing_since;
    };
    const since = t.clock.now();
    const given = async (change: object) => {
      await t.sql.query('UPDATE destinations SET failing_since = $2 WHERE workspace_id = $1', [
        ...[workspaceId, since],
      ]);
      await settle(t, workspaceId, { slackApp: { ...SLACK_APP, ...change } });
      return failingSince();
    };
    await settle(t, workspaceId, { slackApp: SLACK_APP });

    expect(await given({ signingSecret: 'f'.repeat(32) })).toEqual(since);
    expect(await given({ botToken: 'xoxb-another' })).toBeNull();
    expect(await given({ botToken: 'xoxb-another', channel: 'C0OTHER' })).toBeNull();
  });
});

test('a late page counts the deliveries of its own destinations only', async () => {
  await t.sql.query(
    `INSERT INTO destinations (id, workspace_id, kind, source, url_key, address, events, created_at)
     SELECT 'late-' || n, 'w-late', 'subscription', 'api', n, 'https://example.com', '{}', now()
     FROM generate_series(1, 50) AS n`,
  );
  await t.sql.query(
    `INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, state)
     SELECT 'w-late', 'late-' || n % 50 + 1, 'late', 'error', now(), 'dead'
     FROM generate_series(1, 5000) AS n`,
  );
  await t.sql.query('ANALYZE destinations, deliveries');
  const { reads, query } = watchReads(t.sql);

  const { items } = await findDestinations({ query }, t.encryptor, {
    ...{ workspaceId: 'w-late', page: 50, limit: 1 },
  });

  expect(items).toMatchObject([{ waiting: 0, dead: 100 }]);
  expect(Math.max(...reads)).toBeLessThan(500);
});
