import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  signedBySlack,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

// In one process alone: on the stack, where Slack is belongs to the operator, not to a test.
let slack: SlackServer;
let system: EmbeddedSystem;
let admin: Client;
let agent: Client;

beforeAll(async () => {
  slack = await startSlackServer();
  system = await startEmbeddedSystem({
    ...{ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.1/32', SLACK_API_URL: slack.url },
  });
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName: uniqueName('Slack') });
  agent = await makeAutomation(system, admin);
  const tone = { id: 'tone', name: 'Wrong tone', isActive: true };
  const saved = await admin.patch('/api/settings', {
    ...{ slackApp: SLACK_APP, decisionReasons: [tone] },
  });
  expect(saved.status).toBe(200);
}, 60_000);

afterAll(async () => {
  await system.stop();
  await slack[Symbol.asyncDispose]();
});

interface Button {
  readonly action_id: string;
  readonly value: string;
}

const messageAbout = (id: string) => {
  const found = slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes(`/${id}`));
  if (!found) throw new Error(`Nothing is posted about ${id}`);
  return found;
};

/** An output that waits, with its message. */
async function aPosted() {
  const given = { output: 'Fine?', requireApproval: true };
  const { id } = await submit(agent, { project: uniqueName('Slack'), ...given });
  await awaitVerdict(agent, id);
  await eventually(() => Promise.resolve(messageAbout(id)));
  const { blocks } = messageAbout(id);
  const buttons = (blocks.at(-1)?.['elements'] ?? []) as readonly Button[];
  const valueOf = (action: string) => buttons.find((each) => each.action_id === action)?.value;
  return { id, valueOf };
}

const from = (userId: string) => ({
  ...{ team: { id: SLACK_APP.teamId }, api_app_id: SLACK_APP.appId, trigger_id: uniqueName('t') },
  user: { id: userId, username: userId.toLowerCase() },
});

const pressed = (userId: string, action_id: string, value: string | undefined) => ({
  ...{ ...from(userId), type: 'block_actions', actions: [{ action_id, value, type: 'button' }] },
  container: { type: 'message', channel_id: SLACK_APP.channel, message_ts: '1.1' },
});

const submitted = (userId: string, view: object, values: object) => ({
  ...{ ...from(userId), type: 'view_submission', view: { ...view, state: { values } } },
});

type Request = ReturnType<typeof signedBySlack>;

async function send({ body, headers }: Request) {
  const response = await fetch(`${system.url}/api/slack/interactions`, {
    ...{ method: 'POST', body, headers },
  });
  return { status: response.status, text: await response.text() };
}

const act = (payload: object) => send(signedBySlack(payload, { at: new Date() }));

const noticesTo = (userId: string) =>
  slack.calls.filter(
    ({ method, args }) => method === 'chat.postEphemeral' && args['user'] === userId,
  );

async function decisionOf(id: string) {
  const { body } = await admin.get(`/api/logs/${id}`);
  return { decision: body['humanDecision'], source: body['decisionSource'], by: body['decidedBy'] };
}

const NOT_DECIDED = { decision: null, source: null, by: null };

/** The link that a user of Slack was given privately, once. */
function linkTokenOf(userId: string): string {
  const text = JSON.stringify(noticesTo(userId).at(-1)?.args ?? {});
  return /slack-link#([\w-]+)/.exec(text)?.[1] ?? '';
}

test('a member links a Slack user once, and decides there as on the page', async () => {
  const { id, valueOf } = await aPosted();
  expect(await act(pressed('U0ADA', 'approve', valueOf('approve')))).toEqual({
    ...{ status: 200, text: '' },
  });
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
  const path = `/api/slack/link-requests/${linkTokenOf('U0ADA')}`;
  expect((await system.stranger.get(path)).status).toBe(401);
  const outsider = await signUp(system, {
    email: newAddress('Eve'),
    workspaceName: uniqueName('E'),
  });
  expect((await outsider.get(path)).status).toBe(404);
  expect((await outsider.post(`${path}/accept`)).status).toBe(404);
  expect((await admin.get(path)).body).toMatchObject({ slackUserId: 'U0ADA', teamId: 'T0TEST' });
  expect((await admin.post(`${path}/accept`)).status).toBe(200);
  expect((await admin.post(`${path}/accept`)).status).toBe(404);

  expect((await act(pressed('U0ADA', 'approve', valueOf('approve')))).status).toBe(200);

  const { body: session } = await admin.get('/api/auth/get-session');
  const { email } = (session as { user: { email: string } }).user;
  expect(await decisionOf(id)).toEqual({ decision: 'approved', source: 'slack', by: email });
  await eventually(() => {
    expect(messageAbout(id).text).toBe(`Approved by ${email}`);
    return Promise.resolve();
  });

  const redo = await aPosted();
  await act(pressed('U0ADA', 'redo', redo.valueOf('redo')));
  const opened = slack.calls.findLast(({ method }) => method === 'views.open');
  const view = opened?.args['view'] as Record<string, unknown>;
  expect(view).toMatchObject({ type: 'modal', callback_id: 'redo' });
  const said = {
    comment: { comment: { value: 'Be warmer.' } },
    reasons: { reasons: { selected_options: [{ value: 'tone' }] } },
  };
  expect(await act(submitted('U0ADA', view, said))).toEqual({
    ...{ status: 200, text: JSON.stringify({ response_action: 'clear' }) },
  });
  expect((await admin.get(`/api/logs/${redo.id}`)).body).toMatchObject({
    ...{ humanDecision: 'changed', decisionSource: 'slack', comment: 'Be warmer.' },
    reasonIds: ['tone'],
  });
});

test('what is changed by a byte, too old, sent twice or signed by another secret is refused', async () => {
  const { id, valueOf } = await aPosted();
  const payload = pressed('U0NEW', 'approve', valueOf('approve'));
  const good = signedBySlack(payload, { at: new Date() });
  const old = signedBySlack(payload, { at: new Date(Date.now() - 6 * 60_000) });
  const foreign = signedBySlack(payload, { at: new Date(), secret: 'a'.repeat(32) });
  const changed = { ...good, body: good.body.replace('U0NEW', 'U0ADA') };
  const unknown = signedBySlack({ ...payload, api_app_id: 'A0OTHER' }, { at: new Date() });

  for (const bad of [old, foreign, changed, unknown, { ...good, headers: {} }]) {
    expect((await send(bad)).status).toBe(401);
  }
  expect((await send(good)).status).toBe(200);
  expect((await send(good)).status).toBe(401);
  expect(noticesTo('U0NEW')).toHaveLength(1);
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});

test('the app of another workspace finds nothing', async () => {
  const { id, valueOf } = await aPosted();
  const other = await signUp(system, { email: newAddress('Bo'), workspaceName: uniqueName('Bo') });
  const secret = 'b'.repeat(32);
  const app = { ...SLACK_APP, appId: 'A0BO', signingSecret: secret };
  expect((await other.patch('/api/settings', { slackApp: app })).status).toBe(200);
  const payload = { ...pressed('U0BO', 'approve', valueOf('approve')), api_app_id: 'A0BO' };
  const press = () =>
    send(signedBySlack({ ...payload, trigger_id: uniqueName('t') }, { at: new Date(), secret }));
  await press();
  await other.post(`/api/slack/link-requests/${linkTokenOf('U0BO')}/accept`);

  expect((await press()).status).toBe(200);

  expect(noticesTo('U0BO').at(-1)?.args['text']).toBe('The output is not there anymore.');
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});
