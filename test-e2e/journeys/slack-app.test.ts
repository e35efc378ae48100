import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  signedBySlack,
  SLACK_APP,
  type SlackServer,
} from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import {
  act,
  buttonsAbout,
  linkTo,
  linkTokenOf,
  messageAbout,
  noticesTo,
  pressed,
  sendSigned,
  startSlack,
  submitted,
} from '../harness/slack.ts';
import { startSystem, type System } from '../harness/system.ts';

let slack: SlackServer;
let system: System;
let admin: Client;
let agent: Client;

const newAdmin = (name: string) =>
  signUp(system, { email: newAddress(name), workspaceName: uniqueName(name) });

beforeAll(async () => {
  slack = await startSlack();
  system = await startSystem({
    ...{ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.1/32', SLACK_API_URL: slack.url },
  });
  admin = await newAdmin('Ada');
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

/** Submits an output that waits for a decision. @returns its ID and the values of the buttons. */
async function aPosted(more: object = {}) {
  const given = { output: 'Fine?', requireApproval: true, ...more };
  const { id } = await submit(agent, { project: uniqueName('Slack'), ...given });
  await awaitVerdict(agent, id);
  return { id, valueOf: await buttonsAbout(slack, id) };
}

/** Adds a member who is linked to a Slack user. */
async function aLinked(role: string, userId: string) {
  const { email, client: member } = await joinAs(system, role, admin);
  const { valueOf } = await aPosted();
  await linkTo(member, { system, slack, userId }, valueOf('approve'));
  return { ...member, email };
}

async function decisionOf(id: string) {
  const { body } = await admin.get(`/api/logs/${id}`);
  return { decision: body['humanDecision'], source: body['decisionSource'], by: body['decidedBy'] };
}

const NOT_DECIDED = { decision: null, source: null, by: null };

/** Waits until the message about an output is updated to this text. */
const untilRewritten = (id: string, text: string) =>
  eventually(async () => expect(messageAbout(slack, id).text).toBe(text));

async function userOf(member: Client): Promise<{ readonly id: string; readonly email: string }> {
  const { body } = await member.get('/api/auth/get-session');
  return body['user'] as { id: string; email: string };
}

test('a member links a Slack user once and can then decide there', async () => {
  const { id, valueOf } = await aPosted();
  const approve = () => act(system, pressed('U0ADA', 'approve', valueOf('approve')));
  expect(await approve()).toEqual({ status: 200, text: '' });
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
  const path = `/api/slack/link-requests/${linkTokenOf(slack, 'U0ADA')}`;
  expect((await system.stranger.get(path)).status).toBe(401);
  const outsider = await newAdmin('Eve');
  expect((await outsider.get(path)).status).toBe(404);
  expect((await outsider.post(`${path}/accept`)).status).toBe(404);
  expect((await admin.get(path)).body).toMatchObject({ slackUserId: 'U0ADA', teamId: 'T0TEST' });
  expect((await admin.post(`${path}/accept`)).status).toBe(200);
  expect((await admin.post(`${path}/accept`)).status).toBe(404);

  expect((await approve()).status).toBe(200);

  const { email } = await userOf(admin);
  expect(await decisionOf(id)).toEqual({ decision: 'approved', source: 'slack', by: email });
  await untilRewritten(id, `Approved by ${email}`);

  const redo = await aPosted();
  await act(system, pressed('U0ADA', 'redo', redo.valueOf('redo')));
  const opened = slack.calls.findLast(({ method }) => method === 'views.open');
  const view = opened?.args['view'] as Record<string, unknown>;
  expect(view).toMatchObject({ type: 'modal', callback_id: 'redo' });
  const said = {
    comment: { comment: { value: 'Be warmer.' } },
    reasons: { reasons: { selected_options: [{ value: 'tone' }] } },
  };
  expect(await act(system, submitted('U0ADA', view, said))).toEqual({
    ...{ status: 200, text: JSON.stringify({ response_action: 'clear' }) },
  });
  expect((await admin.get(`/api/logs/${redo.id}`)).body).toMatchObject({
    ...{ humanDecision: 'changed', decisionSource: 'slack', comment: 'Be warmer.' },
    reasonIds: ['tone'],
  });
  await untilRewritten(redo.id, `Sent back for a redo by ${email}`);
});

test('the message is updated with a decision made on the page or by a token', async () => {
  const onPage = await aPosted();
  await admin.patch(`/api/logs/${onPage.id}/decision`, { decision: 'rejected' });
  const byToken = await aPosted();
  await agent.patch(`/api/logs/${byToken.id}/decision`, { decision: 'approved' });

  await untilRewritten(onPage.id, `Rejected by ${(await userOf(admin)).email}`);
  await untilRewritten(byToken.id, 'Approved by the API');
});

test('an output claimed by another person cannot be decided in Slack', async () => {
  const reviewer = await aLinked('reviewer', 'U0BEN');
  const { id, valueOf } = await aPosted();
  expect((await admin.post(`/api/logs/${id}/claim`)).status).toBe(200);
  const approve = () => act(system, pressed('U0BEN', 'approve', valueOf('approve')));

  expect((await approve()).status).toBe(200);

  const { email: holder } = await userOf(admin);
  expect(noticesTo(slack, 'U0BEN').at(-1)).toContain(`${holder} has claimed this output.`);
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
  await admin.delete(`/api/logs/${id}/claim`);
  await approve();
  expect(await decisionOf(id)).toMatchObject({ decision: 'approved', by: reviewer.email });
});

test('Approve in a message of a previous release, which may be incomplete, is refused', async () => {
  await aLinked('reviewer', 'U0OLD');
  const { id, valueOf } = await aPosted();
  const press = pressed('U0OLD', 'approve', valueOf('approve'));
  const actions = press.actions.map((each) => ({ ...each, block_id: 'Xy1z' }));

  expect((await act(system, { ...press, actions })).status).toBe(200);

  expect(noticesTo(slack, 'U0OLD').at(-1)).toContain('Open the output to approve it.');
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});

test('approvals in Slack and on the page by different people add up', async () => {
  const [first, second] = [await aLinked('reviewer', 'U0DAN'), await aLinked('reviewer', 'U0EVE')];
  const { id, valueOf } = await aPosted({ approvals: { needed: 3 } });
  expect(JSON.stringify(messageAbout(slack, id))).toContain('Approvals needed');
  const approve = (userId: string) => act(system, pressed(userId, 'approve', valueOf('approve')));
  const decision = { decision: 'approved', comment: 'Seen the bill.' };

  await approve('U0DAN');
  expect(noticesTo(slack, 'U0DAN').at(-1)).toContain('needs the approval of others');
  await second.patch(`/api/logs/${id}/decision`, decision);
  await approve('U0EVE');
  expect(noticesTo(slack, 'U0EVE').at(-1)).toContain('You have approved this output already.');
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
  expect((await admin.get(`/api/logs/${id}`)).body).toMatchObject({
    approvals: { needed: 3, given: [{ by: first.email }, { by: second.email }] },
  });
  await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  await untilRewritten(id, `Approved by ${(await userOf(admin)).email}`);
});

test('a user who may not decide is told so as soon as the role is lost', async () => {
  const reviewer = await aLinked('reviewer', 'U0CYN');
  const { id, valueOf } = await aPosted();
  const { id: userId } = await userOf(reviewer);
  expect((await admin.patch(`/api/members/${userId}`, { role: 'viewer' })).status).toBe(200);

  for (const action of ['approve', 'reject', 'redo']) {
    expect((await act(system, pressed('U0CYN', action, valueOf(action)))).status).toBe(200);
    expect(noticesTo(slack, 'U0CYN').at(-1)).toContain('Your role in this workspace');
  }
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});

test('members can list and remove only their own links, which is audited, and lose them when removed', async () => {
  const [ann, bob] = [await aLinked('viewer', 'U0ANN'), await aLinked('reviewer', 'U0BOB')];
  const linksOf = async (member: Client) =>
    JSON.parse((await member.get('/api/slack/links')).text) as unknown;
  const link = { slackUserId: 'U0ANN', slackUserName: 'u0ann', teamId: SLACK_APP.teamId };

  expect(await linksOf(ann)).toEqual([{ ...link, linkedAt: expect.any(String) }]);
  expect((await bob.delete('/api/slack/links/U0ANN')).status).toBe(404);
  expect((await agent.get('/api/slack/links')).status).toBe(401);
  expect((await ann.delete('/api/slack/links/U0ANN')).status).toBe(200);
  expect((await ann.delete('/api/slack/links/U0ANN')).status).toBe(404);
  expect(await linksOf(ann)).toEqual([]);
  await eventually(async () => {
    expect((await admin.get('/api/audit?action=slack.linked')).text).toContain(bob.email);
    expect((await admin.get('/api/audit?action=slack.unlinked')).text).toContain(ann.email);
  });
  expect((await admin.delete(`/api/members/${(await userOf(bob)).id}`)).status).toBe(200);
  const { id, valueOf } = await aPosted();
  await act(system, pressed('U0BOB', 'approve', valueOf('approve')));
  expect(linkTokenOf(slack, 'U0BOB')).not.toBe('');
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});

test('a request that was changed, is too old, is repeated or has another signature is refused', async () => {
  const { id, valueOf } = await aPosted();
  const payload = pressed('U0NEW', 'approve', valueOf('approve'));
  const good = signedBySlack(payload, { at: new Date() });
  const old = signedBySlack(payload, { at: new Date(Date.now() - 6 * 60_000) });
  const foreign = signedBySlack(payload, { at: new Date(), secret: 'a'.repeat(32) });
  const changed = { ...good, body: good.body.replace('U0NEW', 'U0ADA') };
  const unknown = signedBySlack({ ...payload, api_app_id: 'A0OTHER' }, { at: new Date() });

  for (const bad of [old, foreign, changed, unknown, { ...good, headers: {} }]) {
    expect((await sendSigned(system, bad)).status).toBe(401);
  }
  expect((await sendSigned(system, good)).status).toBe(200);
  expect((await sendSigned(system, good)).status).toBe(401);
  expect(noticesTo(slack, 'U0NEW')).toHaveLength(1);
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});

test('the Slack app of another workspace cannot find the output', async () => {
  const { id, valueOf } = await aPosted();
  const other = await newAdmin('Bo');
  const secret = 'b'.repeat(32);
  const app = { ...SLACK_APP, appId: 'A0BO', signingSecret: secret };
  expect((await other.patch('/api/settings', { slackApp: app })).status).toBe(200);
  const press = () => {
    const payload = { ...pressed('U0BO', 'approve', valueOf('approve')), api_app_id: 'A0BO' };
    return sendSigned(system, signedBySlack(payload, { at: new Date(), secret }));
  };
  await press();
  await other.post(`/api/slack/link-requests/${linkTokenOf(slack, 'U0BO')}/accept`);

  expect((await press()).status).toBe(200);

  expect(noticesTo(slack, 'U0BO').at(-1)).toContain('The output is not there anymore.');
  expect(await decisionOf(id)).toEqual(NOT_DECIDED);
});
