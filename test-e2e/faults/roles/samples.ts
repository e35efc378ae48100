import type { Operation } from '@output-review/contracts';

import type { JsonObject } from '../../harness/client.ts';

/** The ID of one resource of each kind in a workspace. */
export interface Ids {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly invitationId: string;
  readonly groupId: string;
  readonly projectId: string;
  readonly project: string;
  readonly taskId: string;
  readonly task: string;
  readonly ruleId: string;
  readonly backtestId: string;
  readonly viewId: string;
  readonly logId: string;
  readonly suggestionId: string;
  readonly subscriptionId: string;
  readonly deliveryId: string;
  readonly ref: string;
  readonly key: string;
}

/** A request that refers to resources by ID. */
export interface Sample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** A request with an effect for each operation, by its ID. */
export function samplesFor(ids: Ids): Readonly<Record<string, Sample>> {
  return {
    ...outputs(ids),
    ...registryAndRules(ids),
    ...instructions(ids),
    ...people(ids),
    ...events(ids),
  };
}

/** The same requests with references to nothing. */
export function samplesOfNothing(): ReturnType<typeof samplesFor> {
  return samplesFor({
    ...{ workspaceId: 'unknown', workspaceName: 'unknown', userId: 'unknown' },
    ...{ email: 'a@b.example', sessionId: 'unknown', tokenId: 'unknown', invitationId: 'unknown' },
    groupId: 'unknown',
    ...{ projectId: 'unknown', project: 'unknown', taskId: 'unknown', task: 'unknown' },
    ...{ ruleId: 'unknown', backtestId: 'unknown', logId: 'unknown', suggestionId: 'unknown' },
    viewId: 'unknown',
    ...{ subscriptionId: 'unknown', deliveryId: 'unknown', ref: 'unknown', key: 'unknown' },
  });
}

const outputs = ({ logId, projectId, taskId, ruleId, viewId, key, userId, groupId }: Ids) => {
  const path = { id: logId };
  const view = { id: viewId };
  return {
    submitOutput: { body: { project: 'Ours', output: 'Text.', revisionOf: logId } },
    callMcp: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    searchOutputs: { query: { project: projectId, task: taskId, ruleId, revisionOf: logId } },
    exportOutputs: { query: { project: projectId, task: taskId, ruleId, revisionOf: logId } },
    listTaskNames: { query: { project: projectId } },
    ...{ getOutput: { path }, getOutputStatus: { path }, getOutputTimeline: { path } },
    decideOutput: { path, body: { decision: 'approved' } },
    assignOutput: { path, body: { userId, groupId } },
    ...{
      claimOutput: { path },
      releaseOutput: { path },
      getQueue: {},
      listReviewers: {},
      listGroupLoads: {},
    },
    createView: { body: { name: `Ours ${Math.random()}`, page: 'queue' } },
    ...{ updateView: { path: view, body: { name: 'Ours' } }, deleteView: { path: view } },
    flagOutput: { path, body: { status: 'flagged' } },
    withdrawOutput: { path },
    evaluateAgain: { path },
    editDetails: { path, body: { tags: ['ours'] } },
    changeManyOutputs: { body: { ids: [logId], action: 'assign', userId, groupId } },
    deleteOutput: { path },
    listAuditRecords: { query: { logId, actor: userId } },
    createUpload: { body: { contentType: 'text/plain', sizeBytes: 1 } },
    getMediaUrl: { query: { source: key } },
    getMedia: { path: { 'key+': key } },
  };
};

const registryAndRules = ({ projectId, taskId, ruleId, backtestId, logId, groupId }: Ids) => {
  const groups = { reviewGroupId: groupId, escalationGroupId: groupId };
  const place = { project: projectId, task: taskId };
  const project = { id: projectId };
  const task = { id: projectId, taskId };
  const rule = { path: { id: ruleId } };
  const backtest = { path: { id: backtestId } };
  return {
    createProject: { body: { name: `Made for roles ${Math.random()}`, ...groups } },
    updateProject: { path: project, body: { icon: 'x', sampleRate: 0.5, ...groups } },
    deleteProject: { path: project },
    listTasks: { path: project },
    createTask: { path: project, body: { name: 'Ours', ...groups } },
    renameTask: { path: task, body: { name: 'Ours now', sampleRate: 0.5, ...groups } },
    deleteTask: { path: task },
    createRule: { body: { name: 'r', type: 'keyword_forbidden', value: 'x', projectId } },
    dryRunRules: { body: { logId } },
    getRule: rule,
    updateRule: { ...rule, body: { name: 'Ours now', projectId } },
    listRuleResults: { query: place },
    getRuleResults: { ...rule, query: place },
    deleteRule: rule,
    startBacktest: { body: { ruleId, max: 10 } },
    listBacktests: { query: { ruleId } },
    ...{ getBacktest: backtest, listBacktestFlips: backtest, cancelBacktest: backtest },
  };
};

const instructions = ({ project, task, ref, logId, suggestionId }: Ids) => {
  const query = { project, task };
  const body = query;
  return {
    getOrSeedInstructions: { body },
    getCurrentInstructions: { query },
    saveInstructionsVersion: { body: { ...body, content: 'Ours.', logId, baseVersion: 2 } },
    listInstructionsVersions: { query },
    getInstructionsVersion: { path: { n: '1' }, query },
    restoreInstructionsVersion: { path: { n: '1' }, body },
    compareInstructionsVersions: { query: { ...query, from: '1', to: '2' } },
    getInstructionsResults: { query },
    queueFeedback: { body: { ...body, comment: 'Ours.', ref: 'other', logId } },
    withdrawFeedback: { body: { ...body, ref } },
    listFeedback: { query },
    requestSuggestion: { body: { ...body, from: 'both' } },
    listSuggestions: { query },
    acceptSuggestion: { path: { id: suggestionId }, body: {} },
    dismissSuggestion: { path: { id: suggestionId } },
  };
};

const events = ({ subscriptionId, deliveryId, logId }: Ids) => {
  const path = { id: subscriptionId };
  const delivery = { path: { id: deliveryId } };
  return {
    // Subscribes to an event that does not occur here, so nothing is sent.
    createSubscription: { body: { url: 'https://93.184.216.34/ours', events: ['escalated'] } },
    deleteSubscription: { path },
    rotateDestinationSecret: { path },
    testDestination: { path },
    listDeliveries: { query: { logId, destinationId: subscriptionId } },
    ...{ getDelivery: delivery, replayDelivery: delivery },
    replayDeliveries: { body: { destinationId: subscriptionId } },
  };
};

/** A link request of one Slack user, and a linked Slack user. */
export const SLACK = { token: 'slack-link-of-others', userId: 'U0LINKED' } as const;

const people = ({ userId, sessionId, tokenId, invitationId, groupId, ...ids }: Ids) => ({
  revokeSession: { body: { id: sessionId } },
  changePassword: { body: { currentPassword: 'not it at all', newPassword: 'another long one' } },
  changeMember: { path: { userId }, body: { role: 'viewer' } },
  removeMember: { path: { userId } },
  createGroup: { body: { name: `Made for roles ${Math.random()}`, userIds: [userId] } },
  updateGroup: { path: { id: groupId }, body: { userIds: [userId] } },
  deleteGroup: { path: { id: groupId } },
  createInvitation: { body: { role: 'viewer' } },
  revokeInvitation: { path: { id: invitationId } },
  updateSettings: { body: {} },
  createToken: { body: { name: 'made for roles', scopes: ['read'] } },
  revokeToken: { path: { id: tokenId } },
  switchWorkspace: { body: { workspaceId: ids.workspaceId } },
  getSlackLinkRequest: { path: { token: SLACK.token } },
  acceptSlackLinkRequest: { path: { token: SLACK.token } },
  deleteSlackLink: { path: { slackUserId: SLACK.userId } },
  eraseWorkspace: { path: { id: ids.workspaceId }, body: { name: ids.workspaceName } },
});

// Names of fields and parameters that refer to something in a workspace.
const LEADS = /^(id|ids|\w+Ids?|source|actor|revisionOf|ref)$/;
// Names chosen by the caller for a new resource, and labels stored unchanged.
const OWN_WORDS = new Set([
  'id of submitOutput',
  'id of callMcp',
  'sessionId',
  'subjectId',
  'actorId',
  // Refers to the workspace's own settings. IDs of another workspace do not exist there.
  'reasonIds',
]);
// Names are references unless the operation creates what they name.
const NAMES = new Set(['project', 'task']);
const MAKES_NAMES = new Set(['submitOutput', 'dryRunRules', 'createRule', 'updateRule']);

/** The fields and parameters through which an operation could reach another workspace. */
export function leadsOf(operation: Operation): string[] {
  const inPath = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => `path.${name}`);
  const named = (part: 'query' | 'body') =>
    fieldsOf(operation[part])
      .filter((name) => isLead(operation, name))
      .map((name) => `${part}.${name}`);
  return [...inPath, ...named('query'), ...named('body')];
}

function isLead({ id }: Operation, name: string): boolean {
  if (NAMES.has(name)) return !MAKES_NAMES.has(id);
  return LEADS.test(name) && !OWN_WORDS.has(name) && !OWN_WORDS.has(`${name} of ${id}`);
}

function fieldsOf(schema: Operation['body']): string[] {
  const properties = (schema?.['properties'] ?? {}) as Record<string, unknown>;
  return Object.keys(properties);
}

/** The references missing in a sample. The query and the body are interchangeable. */
export function missingIn(sample: Sample | undefined, leads: readonly string[]): string[] {
  return leads.filter((lead) => {
    const [part = '', name = ''] = lead.split('.');
    if (part === 'path') return sample?.path?.[name] === undefined;
    return sample?.query?.[name] === undefined && sample?.body?.[name] === undefined;
  });
}
