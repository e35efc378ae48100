import type { JudgeServer } from '../harness/judge-server.ts';
import type { Client, JsonObject } from '../harness/client.ts';
import { fileOf, inBody, upload } from '../harness/files.ts';
import { awaitVerdict, submit } from '../harness/outputs.ts';
import { newAddress, PASSWORD, signUp } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import type { Ids } from '../faults/roles/samples.ts';
import { act, buttonsAbout, linkTo, pressed } from '../harness/slack.ts';
import {
  eventually,
  SLACK_APP,
  type SlackServer,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

export const PLACE = { project: 'Letters', task: 'Answers' };

/** The release to fill, and the servers that it calls. */
export interface Filling {
  readonly system: System;
  readonly judge: JudgeServer;
  readonly receiver: WebhookReceiver;
  readonly slack: SlackServer;
  /** The operations of the release, by ID. */
  readonly operations: ReadonlySet<string>;
}

/** The contents of a filled release. */
export interface Filled {
  /** The ID of one resource of each kind. */
  readonly ids: Ids;
  readonly workspaceId: string;
  /** The link of an invitation that is still open. */
  readonly invitation: string;
  /** The text of the file `ids.key`. */
  readonly fileText: string;
}

/** Creates resources of every kind through the API of a release, as people and automations do. */
export async function fill(filling: Filling): Promise<Filled> {
  const admin = await filling.system.signIn();
  const asked = { ...filling, admin };
  const access = await fillAccess(asked);
  const place = await fillPlace(asked);
  const rules = await fillRules(asked, place.projectId);
  const events = await fillEvents(asked);
  const instructions = await fillInstructions(asked);
  const outputs = await fillOutputs(asked);
  await fillNewerFeatures(asked, place.projectId);
  if (filling.operations.has('createView')) {
    await ok(admin.post('/api/views', { name: 'Mine', page: 'queue' }));
  }
  await fillSlack(asked);
  await eraseAnother(filling);
  const hasBacktests = filling.operations.has('startBacktest');
  const backtestId = hasBacktests ? await runBacktest(admin, rules.ruleId) : 'none';
  return {
    ids: {
      ...{ ...access.ids, ...place, ...rules, ...events, ...instructions, ...outputs.ids },
      ...{ backtestId, viewId: 'none' },
      ...PLACE,
    },
    ...{ workspaceId: access.ids.workspaceId, invitation: access.invitation },
    fileText: outputs.fileText,
  };
}

interface Asked extends Filling {
  readonly admin: Client;
}

async function fillAccess({ admin, system, operations }: Asked) {
  const settings = await ok(admin.get('/api/settings'));
  const { id: tokenId } = await ok(admin.post('/api/tokens', { name: 'Named', scopes: ['read'] }));
  const revoked = await ok(admin.post('/api/tokens', { name: 'Revoked', scopes: ['read'] }));
  await ok(admin.delete(`/api/tokens/${String(revoked['id'])}`));
  const joining = await ok(admin.post('/api/members/invitations', { role: 'reviewer' }));
  const person = { name: 'Ada', email: newAddress('ada'), password: PASSWORD };
  await ok(system.stranger.post(`/api/invitations/${String(joining['token'])}/accept`, person));
  const waiting = { role: 'viewer', email: 'invited@example.com' };
  const invited = await ok(admin.post('/api/members/invitations', waiting));
  await system.stranger.post('/api/auth/sign-in/email', { email: system.email, password: 'wrong' });
  const { text } = await admin.get('/api/auth/list-sessions');
  const [session] = JSON.parse(text) as { id: string }[];
  const { items } = await ok(admin.get('/api/members'));
  const members = items as { userId: string; email: string }[];
  const ada = members.find(({ email }) => email === person.email);
  const team = { name: 'Team', userIds: [ada?.userId] };
  const hasGroups = operations.has('createGroup');
  const groupId = hasGroups ? (await ok(admin.post('/api/groups', team)))['id'] : 'none';
  return {
    ids: {
      groupId: String(groupId),
      workspaceId: String(settings['workspaceId']),
      workspaceName: String(settings['workspaceName']),
      ...{ tokenId: String(tokenId), invitationId: String(invited['id']) },
      ...{ sessionId: session?.id ?? '', userId: String(ada?.userId), email: person.email },
    },
    invitation: String(invited['token']),
  };
}

async function fillPlace({ admin }: Asked) {
  const { id: projectId } = await ok(admin.post('/api/projects', { name: 'Mail' }));
  const project = `/api/projects/${String(projectId)}`;
  const { id: taskId } = await ok(admin.post(`${project}/tasks`, { name: 'Replies' }));
  // The previous names remain as aliases.
  await ok(admin.patch(project, { name: PLACE.project, icon: '✉' }));
  await ok(admin.patch(`${project}/tasks/${String(taskId)}`, { name: PLACE.task }));
  return { projectId: String(projectId), taskId: String(taskId) };
}

async function fillRules({ admin, judge }: Asked, projectId: string) {
  const make = async (rule: JsonObject) => String((await ok(admin.post('/api/rules', rule)))['id']);
  const forbidden = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };
  const ruleId = await make({ ...forbidden, projectId });
  await ok(admin.patch(`/api/rules/${ruleId}`, { value: 'guarantee' }));
  await make({ name: 'Length', type: 'max_length', value: '5000' });
  await make({ name: 'Pattern', type: 'regex_forbidden', value: 'x{3,9}y' });
  await make({ name: 'Tone', type: 'llm_judge', value: 'It is polite.', projectId });
  // Switched off by `isActive`, as before rules had modes.
  const off = await make({ name: 'Off', type: 'min_length', value: '9000' });
  await ok(admin.patch(`/api/rules/${off}`, { isActive: false }));
  const gone = await make({ name: 'Gone', type: 'min_length', value: '1' });
  await ok(admin.delete(`/api/rules/${gone}`));
  const provider = { provider: 'openai_compatible', model: 'local', apiKey: 'sk-of-the-workspace' };
  const baseUrl = judge.settings['JUDGE_BASE_URL'];
  await ok(admin.patch('/api/settings', { judgeProviders: [{ ...provider, baseUrl }] }));
  return { ruleId };
}

async function fillEvents({ admin, system, receiver }: Asked) {
  const settings = {
    ...{ webhookEnabled: true, outboundWebhookUrl: `${receiver.url}/workspace` },
    ...{ outboundWebhookEvents: ['flagged', 'rejected'], queueDecisionComments: true },
    ...{ allowDeadlineApproval: true, retentionDays: 3650, tokensMayDecide: true },
  };
  await ok(admin.patch('/api/settings', settings));
  const subscribe = (path: string) =>
    ok(system.automation.post('/api/subscriptions', { url: `${receiver.url}/${path}` }));
  const { id: subscriptionId } = await subscribe('subscribed');
  const ended = await subscribe('ended');
  await ok(system.automation.delete(`/api/subscriptions/${String(ended['id'])}`));
  const { id } = await ok(admin.post(`/api/destinations/${String(subscriptionId)}/test`));
  return { subscriptionId: String(subscriptionId), deliveryId: String(id) };
}

async function fillInstructions({ admin, system, judge }: Asked) {
  const path = '/api/instructions';
  await ok(system.automation.post(path, { ...PLACE, default: 'Dear {{name}}, be kind.' }));
  await ok(admin.post(`${path}/versions`, { ...PLACE, content: 'Dear {{name}}, be brief.' }));
  await ok(admin.post(`${path}/versions/1/restore`, PLACE));
  const note = (ref: string) =>
    ok(system.automation.post(`${path}/feedback`, { ...PLACE, ref, comment: 'Be warmer.' }));
  const suggest = () => requestSuggestion(admin);
  judge.say(draftFrom({ notes: [1] }));
  await note('first');
  await ok(admin.post(`${path}/suggestions/${await suggest()}/accept`, {}));
  await note('second');
  await ok(admin.post(`${path}/suggestions/${await suggest()}/dismiss`));
  const suggestionId = await suggest();
  await note('third');
  judge.say(POLITE);
  return { suggestionId, ref: 'third' };
}

// Responses of the model.
const POLITE = { verdict: 'pass', confidence: 0.9, explanation: 'It is polite.' };
const draftFrom = (sources: JsonObject) => ({
  content: 'Dear {{name}}, be warm.',
  changes: [{ summary: 'Warmer.', ...sources }],
});

/** @returns the ID of a drafted suggestion. */
async function requestSuggestion(admin: Client, more: JsonObject = {}): Promise<string> {
  const path = '/api/instructions/suggestions';
  const { id } = await ok(admin.post(path, { ...PLACE, ...more }));
  await eventually(async () => {
    const { text } = await admin.get(`${path}?${String(new URLSearchParams(PLACE))}`);
    const suggestions = JSON.parse(text) as JsonObject[];
    const suggestion = suggestions.find((each) => each['id'] === id);
    if (suggestion?.['state'] !== 'ready') throw new Error(`Not ready: ${text}`);
  }, 60_000);
  return String(id);
}

async function fillOutputs({ admin, system }: Asked) {
  const fileText = 'The text of a file.';
  const uploaded = await upload(system.automation, fileText);
  const labels = {
    ...{ sessionId: 's-1', subjectId: 'ada', actorId: 'writer', model: 'm-1' },
    ...{ tags: ['post'], metadata: { n: 1 }, confidence: 0.5, latencyMs: 120, costUsd: 0.01 },
  };
  const flagged = { output: 'We guarantee a refund.' };
  const action = { name: 'send', summary: 'Send it', params: { copies: 2 } };
  const deadline = { respondBy: 'P7D', onDeadline: 'approve' };
  const bodies: JsonObject[] = [
    { id: 'passed', attachments: [inBody('In the body.')] },
    { id: 'with-file', attachments: [{ source: 'uploaded', key: uploaded }] },
    { id: 'in-time', sync: true, instructionsVersion: 1 },
    { id: 'waits-for-approval', action, requireApproval: true, ...deadline },
    ...['flagged-by-hand', 'again', 'gone'].map((id) => ({ id })),
    ...['waits-1', 'waits-2', 'in-bulk', ...DECIDED.map(([id]) => id)].map((id) => ({
      id,
      ...flagged,
    })),
  ];
  const send = (more: JsonObject) =>
    submit(system.automation, {
      ...{ ...PLACE, output: 'Dear Ada, thank you.', input: 'Write.', ...labels, ...more },
    });
  const sent = await Promise.all(bodies.map(send));
  await awaitAll(system, sent);
  await awaitAll(system, [await send({ id: 'revised', revisionOf: 'passed' })]);
  for (const [id, decision] of DECIDED) {
    await ok(admin.patch(`/api/logs/${id}/decision`, decision));
  }
  await ok(admin.patch('/api/logs/taught/decision', { comment: 'Never promise.', teach: true }));
  await ok(admin.patch('/api/logs/flagged-by-hand/status', { status: 'flagged', reason: 'Rude.' }));
  await ok(admin.post('/api/logs/again/evaluate'));
  await awaitAll(system, [{ id: 'again' }]);
  await ok(admin.delete('/api/logs/gone'));
  await ok(admin.patch('/api/logs/in-time', { tags: ['edited'] }));
  await ok(admin.patch('/api/logs/bulk', { ids: ['in-bulk'], action: 'approve' }));
  // An upload that no output has used.
  await upload(system.automation, 'Not used.');
  const { key } = await fileOf(system.automation, 'with-file');
  return { ids: { logId: 'passed', key }, fileText };
}

const DECIDED: readonly (readonly [id: string, decision: JsonObject])[] = [
  ['approved', { decision: 'approved' }],
  ['rejected', { decision: 'rejected', comment: 'We do not promise.' }],
  ['changed', { decision: 'changed', correctedOutput: 'We will look into it.' }],
  ['handled', { decision: 'handled' }],
  ['taught', { decision: 'rejected' }],
  ['redone', { decision: 'changed', comment: 'Say it shorter.' }],
];

async function awaitAll(
  system: System,
  outputs: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of outputs) await awaitVerdict(system.automation, id, 60_000);
}

/** Creates resources that older releases do not support. */
async function fillNewerFeatures(
  { admin, system, judge, operations }: Asked,
  projectId: string,
): Promise<void> {
  if (!operations.has('startBacktest')) return;
  await ok(admin.patch(`/api/projects/${projectId}`, { sampleRate: 1 }));
  const shadow = { name: 'Shadow', type: 'keyword_forbidden', value: 'thank', mode: 'shadow' };
  await ok(admin.post('/api/rules', shadow));
  await submit(system.automation, { ...PLACE, id: 'sampled', output: 'Thank you.' });
  await awaitVerdict(system.automation, 'sampled', 60_000);
  await eventually(async () => {
    const { text } = await system.automation.get('/api/logs/sampled');
    if (!text.includes('"shadow":true')) throw new Error('The shadow rule was not applied yet');
  }, 60_000);
  await submit(system.automation, {
    ...PLACE,
    id: 'withdrawn',
    output: 'a',
    requireApproval: true,
  });
  await awaitVerdict(system.automation, 'withdrawn', 60_000);
  await ok(system.automation.post('/api/logs/withdrawn/withdraw'));
  await submit(system.automation, {
    ...{ ...PLACE, id: 'approved-once', output: 'a', approvals: { needed: 2 } },
  });
  await awaitVerdict(system.automation, 'approved-once', 60_000);
  await ok(admin.patch('/api/logs/approved-once/decision', { decision: 'approved' }));
  judge.say(draftFrom({ notes: [], outputs: [1] }));
  await requestSuggestion(admin, { from: 'outputs' });
  judge.say(POLITE);
}

/** Posts a message in Slack. A linked and an unlinked user press its button. */
async function fillSlack({ admin, system, slack, operations }: Asked): Promise<void> {
  if (!operations.has('receiveSlackInteraction')) return;
  await ok(admin.patch('/api/settings', { slackApp: SLACK_APP }));
  const { id } = await submit(system.automation, {
    ...{ ...PLACE, id: 'in-slack', output: 'a', requireApproval: true },
  });
  const value = (await buttonsAbout(slack, id))('approve');
  await linkTo(admin, { system, slack, userId: 'U0ADA' }, value);
  await act(system, pressed('U0BO', 'approve', value));
  await eventually(async () => {
    const { text } = await admin.get(`/api/deliveries?logId=${id}`);
    if (!text.includes('"delivered"')) throw new Error(`Not delivered: ${text}`);
  });
  await fillDigest({ admin, system });
}

/** Creates a digest in Slack. */
async function fillDigest({ admin, system }: Pick<Asked, 'admin' | 'system'>): Promise<void> {
  if (!('slackDigest' in (await ok(admin.get('/api/settings'))))) return;
  await ok(admin.patch('/api/settings', { slackDigest: 'P1D' }));
  const { id } = await submit(system.automation, {
    ...{ ...PLACE, id: 'in-digest', output: 'a', requireApproval: true },
  });
  await awaitVerdict(system.automation, id);
  await ok(admin.patch('/api/settings', { slackDigest: 'off' }));
  await eventually(async () => {
    const { items } = await ok(admin.get('/api/deliveries'));
    const made = (items as JsonObject[]).find(({ event }) => event === 'digest');
    if (made?.['state'] !== 'delivered') throw new Error('The digest was not delivered yet');
  });
}

/** @returns the ID of a finished backtest of an unsaved rule. */
export async function runBacktest(admin: Client, ruleId: string): Promise<string> {
  const run = async (tested: JsonObject): Promise<string> => {
    const { id } = await ok(admin.post('/api/rules/backtests', { ...tested, max: 100 }));
    await eventually(async () => {
      const { body } = await admin.get(`/api/rules/backtests/${String(id)}`);
      if (body['state'] !== 'done') throw new Error(`The backtest is ${String(body['state'])}`);
    }, 60_000);
    return String(id);
  };
  await run({ ruleId });
  return run({ rule: { name: 'Tested', type: 'keyword_forbidden', value: 'Ada' } });
}

/** Creates another workspace that is being erased. */
async function eraseAnother({ system }: Filling): Promise<void> {
  const workspaceName = 'Erased';
  const person = await signUp(system, { email: newAddress('leaving'), workspaceName });
  const { body } = await person.get('/api/settings');
  const erase = { body: { name: workspaceName } };
  await ok(person.delete(`/api/workspaces/${String(body['workspaceId'])}`, erase));
}

async function ok(answering: ReturnType<Client['get']>): Promise<JsonObject> {
  const { status, body, text } = await answering;
  if (status < 200 || status > 299) throw new Error(`Filling was answered ${status}: ${text}`);
  return body;
}
