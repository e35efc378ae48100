import { ROLES, type Role, SCOPES, type Scope } from '@output-review/contracts';
import { Client as Database } from 'pg';

import { type Client, type JsonObject, makeClient } from '../../harness/client.ts';
import { upload } from '../../harness/files.ts';
import { awaitVerdict, submit } from '../../harness/outputs.ts';
import type { EmbeddedSystem } from '../../harness/system.ts';
import { type Ids, SLACK } from './samples.ts';

/** Part of every text of the other workspace. Callers outside of it must never read it. */
export const PLANTED = 'planted-by-others';
// Does not contain the planted word, because errors may repeat the names in a request.
const PLACE = { project: 'Their project', task: 'Their task' };

/** A caller, with the role or scopes that determine its access. */
export interface Caller {
  readonly role: Role | null;
  readonly scopes: readonly Scope[];
  readonly client: Client;
}

/** A workspace with one resource of each kind that has an ID. */
export interface FilledWorkspace {
  readonly ids: Ids;
  readonly admin: Client;
  readonly automation: Client;
}

/** The password of all users here. */
export const PASSWORD = 'correct horse battery staple';

/** A member of each role and a token of each scope, by name. */
export async function callersOf(system: EmbeddedSystem): Promise<ReadonlyMap<string, Caller>> {
  const admin = await system.signIn();
  const people = ROLES.map(async (role): Promise<[string, Caller]> => {
    const client = role === 'admin' ? await system.signIn() : await join(system, admin, role);
    return [role, { role, scopes: [], client }];
  });
  const tokens = SCOPES.map(async (scope): Promise<[string, Caller]> => {
    const made = await call(admin.post('/api/tokens', { name: scope, scopes: [scope] }));
    const client = withToken(system, made['token']);
    return [`a token to ${scope}`, { role: null, scopes: [scope], client }];
  });
  const nobody: Caller = { role: null, scopes: [], client: system.stranger };
  return new Map([['nobody', nobody], ...(await Promise.all([...people, ...tokens]))]);
}

/** Signs in as admin and creates a token with all scopes, independent of earlier sessions. */
export async function signInAnew(system: EmbeddedSystem) {
  const person = await system.signIn();
  const made = await call(person.post('/api/tokens', { name: 'all', scopes: SCOPES }));
  return { person, token: withToken(system, made['token']) };
}

async function join(system: EmbeddedSystem, admin: Client, role: Role): Promise<Client> {
  const { token } = await call(admin.post('/api/members/invitations', { role }));
  const { origin } = new URL(system.url);
  const person = { name: role, email: `${role}@example.com`, password: PASSWORD };
  const listener = makeClient(system.url, { origin });
  return withCookie(
    system,
    await listener.post(`/api/invitations/${String(token)}/accept`, person),
  );
}

/** Signs up a new user with a workspace and creates one resource of each kind. */
export async function fillOtherWorkspace(system: EmbeddedSystem): Promise<FilledWorkspace> {
  const { origin } = new URL(system.url);
  const email = 'others@example.com';
  const person = { name: 'Eve', email, password: PASSWORD, workspaceName: `${PLANTED} workspace` };
  const listener = makeClient(system.url, { origin });
  const signUp = await listener.post('/api/auth/sign-up/email', person);
  const admin = withCookie(system, signUp);
  await listener.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  const rotated = await call(admin.post('/api/settings/rotate-token'));
  const automation = withToken(system, rotated['webhookToken']);
  const ids = {
    ...(await makeAccess(admin)),
    ...(await makeContents(admin, automation)),
    suggestionId: 'suggestion-of-others',
    ...{ userId: String((signUp.body['user'] as JsonObject)['id']), email },
  };
  await insertSuggestion(system, ids);
  await insertSlackUsers(system, ids);
  return { ids, admin, automation };
}

async function makeAccess(admin: Client) {
  const token = await call(admin.post('/api/tokens', { name: PLANTED, scopes: ['read'] }));
  const invited = { role: 'viewer', email: `${PLANTED}@example.com` };
  const invitation = await call(admin.post('/api/members/invitations', invited));
  const group = await call(admin.post('/api/groups', { name: PLANTED }));
  const settings = await call(admin.get('/api/settings'));
  return {
    groupId: String(group['id']),
    tokenId: String(token['id']),
    invitationId: String(invitation['id']),
    sessionId: await findOtherSession(admin),
    workspaceId: String(settings['workspaceId']),
    workspaceName: String(settings['workspaceName']),
  };
}

/** Another session of the same user. */
async function findOtherSession(admin: Client): Promise<string> {
  const { text } = await admin.get('/api/auth/list-sessions');
  const sessions = JSON.parse(text) as { id: string; isCurrent: boolean }[];
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function makeContents(admin: Client, automation: Client) {
  const { project, task } = PLACE;
  const { id: projectId } = await call(admin.post('/api/projects', { name: project }));
  const { id: taskId } = await call(
    admin.post(`/api/projects/${String(projectId)}/tasks`, { name: task }),
  );
  const rule = { name: PLANTED, type: 'keyword_forbidden', value: PLANTED, projectId };
  const { id: ruleId } = await call(admin.post('/api/rules', rule));
  const backtest = await call(admin.post('/api/rules/backtests', { ruleId, max: 10 }));
  const text = `You will hear of ${PLANTED}.`;
  const { id: logId } = await submit(automation, { project, task, output: text });
  await awaitVerdict(automation, logId);
  const names = { project, task };
  await call(automation.post('/api/instructions', { ...names, default: PLANTED }));
  await call(admin.post('/api/instructions/versions', { ...names, content: `${PLANTED} two` }));
  const note = { ...names, comment: PLANTED, ref: 'their-ref' };
  // No server listens there.
  const url = `http://127.0.0.1:9/${PLANTED}`;
  const subscribed = await call(
    automation.post('/api/subscriptions', { url, events: ['escalated'] }),
  );
  const shared = { name: PLANTED, page: 'queue', isShared: true };
  const view = await call(admin.post('/api/views', shared));
  const tested = await call(admin.post(`/api/destinations/${String(subscribed['id'])}/test`));
  await call(automation.post('/api/instructions/feedback', note));
  return {
    ...{ projectId: String(projectId), taskId: String(taskId), ruleId: String(ruleId), logId },
    ...{ backtestId: String(backtest['id']), viewId: String(view['id']) },
    subscriptionId: String(subscribed['id']),
    deliveryId: String(tested['id']),
    ...{ project, task, ref: note.ref, key: await upload(automation, PLANTED) },
  };
}

/** Suggestions are drafted by a model, and none is available here. */
async function insertSuggestion(
  system: EmbeddedSystem,
  { workspaceId, suggestionId, projectId, taskId }: Ids,
): Promise<void> {
  const client = new Database({
    connectionString: system.embedded.databaseUrlOf('instructions'),
  });
  await client.connect();
  await client.query(
    `INSERT INTO instructions.suggestions (workspace_id, id, project_id, task_id, state,
       base_version, notes, content, created_by, created_at)
     VALUES ($1, $2, $3, $4, 'ready', 2, '[]', $5, 'eve', now())`,
    [workspaceId, suggestionId, projectId, taskId, PLANTED],
  );
  await client.end();
}

async function insertSlackUsers(
  system: EmbeddedSystem,
  { workspaceId, userId }: Pick<Ids, 'workspaceId' | 'userId'>,
): Promise<void> {
  const client = new Database({ connectionString: system.embedded.databaseUrlOf('gateway') });
  await client.connect();
  await client.query(`INSERT INTO gateway.slack_links VALUES ($1, 'T0', $2, $3, $4, now())`, [
    workspaceId,
    SLACK.userId,
    PLANTED,
    userId,
  ]);
  await client.query(
    `INSERT INTO gateway.slack_link_requests
     VALUES ($1, 'T0', 'U0NEW', $2, sha256($3::text::bytea), now() + interval '1 hour')`,
    [workspaceId, PLANTED, SLACK.token],
  );
  await client.end();
}

async function call(answering: ReturnType<Client['get']>): Promise<JsonObject> {
  const { status, body, text } = await answering;
  if (status < 200 || status > 299) throw new Error(`Setting up answered ${status}: ${text}`);
  return body;
}

function withToken({ url }: EmbeddedSystem, token: unknown): Client {
  return makeClient(url, { authorization: `Bearer ${String(token)}` });
}

function withCookie({ url }: EmbeddedSystem, answer: { headers: Headers; text: string }): Client {
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  if (cookie === '') throw new Error(`The response set no session cookie: ${answer.text}`);
  return makeClient(url, { cookie, origin: new URL(url).origin });
}
