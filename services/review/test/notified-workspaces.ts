import { newId } from '@output-review/runtime';

import { aPerson, type TestReview } from './test-review.ts';

/** Nothing listens here: deliveries fail and wait for the test clock. */
export const NOWHERE = 'http://127.0.0.1:9';
export const URL_OF_HOOK = `${NOWHERE}/hook?key=secret`;
/** The Standard Webhooks format with 32 bytes. */
export const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

export type Body = Readonly<Record<string, unknown>>;

/** A channel and a webhook that are on, and email that is off. */
export const CHANNELS = {
  ...{ slackWebhookUrl: `${NOWHERE}/T0/B0/secret`, slackNotificationsEnabled: true },
  ...{ outboundWebhookUrl: URL_OF_HOOK, webhookEnabled: true, notificationEmail: 'a@b.example' },
};

/** A new workspace, with its admin’s calls about subscriptions and destinations. */
export async function aWorkspaceOf(t: TestReview) {
  const workspaceId = newId();
  const api = await t.as(aPerson(workspaceId, 'admin'));
  const subscribe = async (fields: object = {}) => {
    const { status, body } = await api.post('/api/subscriptions', { url: URL_OF_HOOK, ...fields });
    return { status, body: body as Body };
  };
  const listed = async (query = '') =>
    ((await api.get(`/api/subscriptions${query}`)).body as { subscriptions: Body[] }).subscriptions;
  const destinations = async () =>
    ((await api.get('/api/destinations')).body as { items: Body[] }).items;
  return { workspaceId, api, subscribe, listed, destinations };
}

/** Changes the notification settings of a workspace, as the gateway does for its admin. */
export async function settle(
  t: TestReview,
  workspaceId: string,
  { isTrial = false, ...change }: Body & { readonly isTrial?: boolean },
) {
  const api = await t.as(aPerson(workspaceId, 'admin'));
  return api.patch('/internal/notification-settings', { workspaceId, change, isTrial });
}
