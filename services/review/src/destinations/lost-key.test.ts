import { createHmac, randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import { makeEncryptor } from '@output-review/runtime';
import { SLACK_APP } from '@output-review/runtime/testing';

import { useTestReview } from '../../test/test-review.ts';
import { aWorkspaceOf, CHANNELS, settle, URL_OF_HOOK } from '../../test/notified-workspaces.ts';
import { placeOfDestination, placeOfSlackApp } from './destinations.pure.ts';

const lostKey = makeEncryptor(randomBytes(32).toString('base64'));
const NEW_URL = 'http://127.0.0.1:9/other?key=new';
const { botToken, signingSecret, ...IDS } = SLACK_APP;

const t = useTestReview();

/** Encrypts the secrets of a workspace with a key that is lost. */
async function loseKeyOf(workspaceId: string) {
  const { rows } = await t.sql.query<{ id: string }>(
    'SELECT id FROM destinations WHERE workspace_id = $1 AND url_sealed IS NOT NULL',
    [workspaceId],
  );
  for (const { id } of rows) {
    const sealed = lostKey.seal(URL_OF_HOOK, placeOfDestination(id));
    await t.sql.query('UPDATE destinations SET url_sealed = $2 WHERE id = $1', [id, sealed]);
  }
  const secret = (text: string) => lostKey.seal(text, placeOfSlackApp(workspaceId));
  await t.sql.query(
    `UPDATE slack_apps SET bot_token_sealed = $2, signing_secret_sealed = $3
     WHERE workspace_id = $1`,
    [workspaceId, secret(botToken), secret(signingSecret)],
  );
}

/** Its encrypted values, as stored. */
async function sealedOf(workspaceId: string): Promise<Record<string, string | null>> {
  const { rows } = await t.sql.query<{ what: string; sealed: string | null }>(
    `SELECT kind AS what, url_sealed AS sealed FROM destinations WHERE workspace_id = $1
     UNION ALL SELECT 'bot token', bot_token_sealed FROM slack_apps WHERE workspace_id = $1
     UNION ALL SELECT 'secret', signing_secret_sealed FROM slack_apps WHERE workspace_id = $1`,
    [workspaceId],
  );
  return Object.fromEntries(rows.map(({ what, sealed }) => [what, sealed]));
}

async function aLostWorkspace() {
  const workspace = await aWorkspaceOf(t);
  const { workspaceId } = workspace;
  await settle(t, workspaceId, { ...CHANNELS, slackApp: SLACK_APP });
  const { body } = await workspace.subscribe();
  await loseKeyOf(workspaceId);
  return { ...workspace, subscriptionId: String(body['id']) };
}

const MINUTE_MS = 60_000;

/** The state of the secrets, as `/readyz` reports it after a minute. */
async function secretsState(): Promise<string | undefined> {
  t.clock.advance(MINUTE_MS);
  const { ready, checks } = await t.review.ready();
  expect(ready).toBe(true);
  return checks['secrets'];
}

// First, because it counts those of all workspaces.
test('lost secrets make review degraded until they are entered again or deleted', async () => {
  const { workspaceId, api, subscriptionId } = await aLostWorkspace();

  expect(await secretsState()).toBe(
    'degraded: encrypted with an unknown key: 3 URLs of destinations, 2 secrets of Slack apps',
  );
  await api.delete(`/api/subscriptions/${subscriptionId}`);
  await settle(t, workspaceId, { outboundWebhookUrl: NEW_URL, slackWebhookUrl: null });
  expect(await secretsState()).toBe(
    'degraded: encrypted with an unknown key: 2 secrets of Slack apps',
  );
  await settle(t, workspaceId, { slackApp: SLACK_APP });
  expect(await secretsState()).toBe('ok');
});

describe('settings whose key is lost', () => {
  test('are shown without the unreadable values, which stay when others are changed', async () => {
    const { workspaceId } = await aLostWorkspace();
    const before = await sealedOf(workspaceId);

    const changed = await settle(t, workspaceId, { notifyOnFlag: false });

    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...{ notifyOnFlag: false, hasSlackWebhook: false, slackNotificationsEnabled: true },
        ...{ outboundWebhookUrl: null, webhookEnabled: true, notificationEmail: 'a@b.example' },
        slackApp: { ...IDS, hasBotToken: false, hasSigningSecret: false },
      },
    });
    const off = await settle(t, workspaceId, { webhookEnabled: false });
    expect(off).toMatchObject({ status: 200, body: { webhookEnabled: false } });
    expect(await sealedOf(workspaceId)).toEqual(before);
    expect(await settle(t, workspaceId, { webhookEnabled: true })).toMatchObject({
      ...{ status: 400, body: { fields: { webhookEnabled: 'Requires outboundWebhookUrl.' } } },
    });
  });

  test('can be entered again or removed', async () => {
    const { workspaceId } = await aLostWorkspace();

    const entered = await settle(t, workspaceId, {
      ...{ outboundWebhookUrl: NEW_URL, slackWebhookUrl: null, slackApp: SLACK_APP },
    });

    expect(entered).toMatchObject({
      status: 200,
      body: {
        ...{ outboundWebhookUrl: NEW_URL, webhookEnabled: true, hasSlackWebhook: false },
        slackApp: { hasBotToken: true, hasSigningSecret: true },
      },
    });
    const { slack, ...rest } = await sealedOf(workspaceId);
    expect(slack).toBeNull();
    const ofNow = expect.stringContaining(t.encryptor.prefix);
    expect(rest).toMatchObject({ webhook: ofNow, secret: ofNow, 'bot token': ofNow });
  });

  test('of one app go with it and are not kept for another', async () => {
    const { workspaceId } = await aLostWorkspace();

    await settle(t, workspaceId, { slackApp: { ...IDS, appId: 'A0OTHER' } });

    expect(await sealedOf(workspaceId)).toMatchObject({ 'bot token': null, secret: null });
  });
});

describe('a destination whose key is lost', () => {
  test('is listed by its origin and can be deleted', async () => {
    const { api, destinations, listed, subscriptionId: id } = await aLostWorkspace();

    const byKind = new Map((await destinations()).map((each) => [each['kind'], each]));
    expect(byKind.get('webhook')).toMatchObject({ address: 'http://127.0.0.1:9' });
    expect(await listed()).toMatchObject([{ id, url: 'http://127.0.0.1:9' }]);
    expect((await api.delete(`/api/subscriptions/${id}`)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test.each([false, true])(
    'gets its URL back when it is posted again; deleted before: %s',
    async (isEnded) => {
      const { api, subscribe, listed, subscriptionId: id } = await aLostWorkspace();
      if (isEnded) await api.delete(`/api/subscriptions/${id}`);

      const again = await subscribe();

      expect(again).toMatchObject({ status: 200, body: { id, url: URL_OF_HOOK } });
      expect(await listed()).toMatchObject([{ id, url: URL_OF_HOOK }]);
    },
  );
});

test('a button in Slack works although the key of another workspace with that app is lost', async () => {
  const slackApp = { ...SLACK_APP, appId: 'A0SHARED' };
  const [{ workspaceId: lost }, { workspaceId }] = [await aWorkspaceOf(t), await aWorkspaceOf(t)];
  await settle(t, lost, { slackApp });
  await settle(t, workspaceId, { slackApp });
  await loseKeyOf(lost);
  const pressed = {
    ...{ type: 'block_actions', team: { id: slackApp.teamId }, api_app_id: slackApp.appId },
    user: { id: 'U0TEST', username: 'ada' },
  };
  const text = String(new URLSearchParams({ payload: JSON.stringify(pressed) }));
  const timestamp = String(Math.floor(t.clock.now().getTime() / 1_000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${text}`).digest('hex');
  const gateway = await t.as({ kind: 'service', service: 'gateway' });

  const opened = await gateway.post('/internal/slack/requests', {
    ...{ text, timestamp, signature: `v0=${hash}` },
  });

  expect(opened).toMatchObject({ status: 200, body: { workspaceId, slackUserId: 'U0TEST' } });
});
