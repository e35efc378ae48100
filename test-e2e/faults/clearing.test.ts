import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  changeMember,
  type Operation,
  renameTask,
  updateProject,
  updateRule,
  updateSettings,
} from '@output-review/contracts';
import { eventually, SLACK_APP } from '@output-review/runtime/testing';

import { type Client, type JsonObject, makeClient } from '../harness/client.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;
let admin: Client;

beforeAll(async () => {
  system = await startEmbeddedSystem({ MEDIA_QUOTA_BYTES: '2000000' });
  admin = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

/** A resource to change, with all fields set. */
interface Filled {
  readonly path: string;
  read(): Promise<JsonObject>;
}

/** The name of the refused field, or the response once the field is cleared. */
type Cleared = string | JsonObject;

interface Patched {
  readonly operation: Operation;
  readonly fill: () => Promise<Filled>;
  /** The effect of null on each field. */
  readonly byNull: Readonly<Record<string, Cleared>>;
}

const made = async (answering: ReturnType<Client['post']>): Promise<JsonObject> => {
  const { status, body, text } = await answering;
  if (status > 299) throw new Error(`Setting up answered ${status}: ${text}`);
  return body;
};

let count = 0;
const aName = (): string => `Name ${(count += 1)}`;

async function aRule(): Promise<Filled> {
  const { id } = await made(
    admin.post('/api/rules', {
      ...{ name: 'Tone', type: 'llm_judge', value: 'Polite.', description: 'Legal asked.' },
      ...{ projectName: 'Support', taskName: 'Letters', judgeFiles: true },
      ...{ llmJudgeProvider: 'openai', llmJudgeModel: 'small', approvals: { needed: 2 } },
    }),
  );
  const path = `/api/rules/${String(id)}`;
  return { path, read: async () => (await admin.get(path)).body };
}

async function listed(path: string, id: unknown): Promise<JsonObject> {
  const { text } = await admin.get(path);
  const found = (JSON.parse(text) as JsonObject[]).find((each) => each['id'] === id);
  return found ?? {};
}

/** The groups of a place. */
async function groups(): Promise<JsonObject> {
  const { id } = await made(admin.post('/api/groups', { name: aName() }));
  return { reviewGroupId: id, escalationGroupId: id };
}

async function aProject(): Promise<Filled> {
  const { id } = await made(
    admin.post('/api/projects', {
      ...{ name: aName(), icon: '📦', sampleRate: 0.5 },
      ...(await groups()),
    }),
  );
  return { path: `/api/projects/${String(id)}`, read: () => listed('/api/projects', id) };
}

async function aTask(): Promise<Filled> {
  const { path } = await aProject();
  const { id } = await made(
    admin.post(`${path}/tasks`, { name: aName(), sampleRate: 0.5, ...(await groups()) }),
  );
  return { path: `${path}/tasks/${String(id)}`, read: () => listed(`${path}/tasks`, id) };
}

async function theSettings(): Promise<Filled> {
  const path = '/api/settings';
  await made(
    admin.patch(path, {
      ...{ retentionDays: 99, mediaQuotaBytes: 1_000_000, notificationEmail: 'a@b.example' },
      slackWebhookUrl: 'https://93.184.216.34/slack',
      ...{ outboundWebhookUrl: 'https://93.184.216.34/hook', outboundWebhookEvents: ['flagged'] },
      decisionReasons: [{ id: 'tone', name: 'Wrong tone', isActive: true }],
      judgeProviders: [{ provider: 'openai', model: 'small', apiKey: 'key' }],
      slackApp: SLACK_APP,
      defaultJudgeProvider: 'openai',
    }),
  );
  return { path, read: async () => (await admin.get(path)).body };
}

async function aMember(): Promise<Filled> {
  const invited = await made(admin.post('/api/members/invitations', { role: 'viewer' }));
  const email = `member${(count += 1)}@example.com`;
  const stranger = makeClient(system.url, { origin: new URL(system.url).origin });
  await made(
    stranger.post(`/api/invitations/${String(invited['token'])}/accept`, {
      ...{ name: 'Bo', email, password: 'correct horse battery staple' },
    }),
  );
  const find = async () => {
    const { items } = (await admin.get('/api/members')).body as { items: JsonObject[] };
    return items.find((each) => each['email'] === email) ?? {};
  };
  return { path: `/api/members/${String((await find())['userId'])}`, read: find };
}

const NO_GROUPS = {
  reviewGroupId: { reviewGroupId: null },
  escalationGroupId: { escalationGroupId: null },
};

const refused = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, field]));

const PATCHED: readonly Patched[] = [
  {
    operation: updateRule,
    fill: aRule,
    byNull: {
      ...refused('name', 'type', 'value', 'mode', 'isActive', 'shadowRate', 'judgeFiles'),
      description: { description: null },
      // The task remains set.
      ...{ projectId: 'taskName', projectName: 'taskName' },
      taskName: { projectName: 'Support', taskName: null },
      llmJudgeProvider: { llmJudgeProvider: null, llmJudgeModel: 'small' },
      llmJudgeModel: { llmJudgeModel: null },
      approvals: { approvals: null },
    },
  },
  {
    operation: updateProject,
    fill: aProject,
    byNull: {
      ...refused('name'),
      icon: { icon: null },
      sampleRate: { sampleRate: null },
      ...NO_GROUPS,
    },
  },
  {
    operation: renameTask,
    fill: aTask,
    byNull: { ...refused('name'), sampleRate: { sampleRate: null }, ...NO_GROUPS },
  },
  { operation: changeMember, fill: aMember, byNull: refused('role') },
  {
    operation: updateSettings,
    fill: theSettings,
    byNull: {
      ...refused('workspaceName', 'tokensMayDecide', 'allowDeadlineApproval'),
      ...refused('queueDecisionComments', 'skipJudgesWhenFlagged', 'notifyOnFlag', 'notifyOnError'),
      ...refused('blindApprovals', 'slackDigest', 'emailDigest'),
      ...refused('emailNotificationsEnabled', 'slackNotificationsEnabled', 'webhookEnabled'),
      retentionDays: { retentionDays: null },
      notificationEmail: { notificationEmail: null },
      slackWebhookUrl: { hasSlackWebhook: false },
      slackApp: { slackApp: null },
      outboundWebhookUrl: { outboundWebhookUrl: null },
      outboundWebhookEvents: { outboundWebhookEvents: [] },
      decisionReasons: { decisionReasons: [] },
      defaultJudgeProvider: { defaultJudgeProvider: null },
      judgeProviders: { judgeProviders: [] },
      // Falls back to the operator's limit.
      mediaQuotaBytes: { mediaQuotaBytes: 2_000_000 },
    },
  },
];

interface Field {
  readonly type: string | readonly string[];
}
const fieldsOf = ({ body }: Operation): [string, Field][] =>
  Object.entries(body?.['properties'] as Record<string, Field>);

describe.each(PATCHED.map((patched) => [patched.operation.id, patched] as const))(
  '%s',
  (_, { operation, fill, byNull }) => {
    test('covers every field', () => {
      expect(Object.keys(byNull).sort()).toEqual(
        fieldsOf(operation)
          .map(([name]) => name)
          .sort(),
      );
    });

    const fields = fieldsOf(operation);
    const texts = fields.filter(([, { type }]) => [type].flat().includes('string'));
    const others = fields.filter((each) => !texts.includes(each));

    test.each([
      ...fields.map(([field]) => [field, null, byNull[field] ?? {}] as const),
      ...texts.map(([field]) => [field, ' ', byNull[field] ?? {}] as const),
      // An empty string is invalid for a number, a boolean or a list.
      ...others.map(([field]) => [field, '', field] as const),
    ])('clears %s when sent as %j, or refuses and keeps it', async (field, empty, expected) => {
      const { path, read } = await fill();
      const before = await read();

      const answer = await admin.patch(path, { [field]: empty });

      if (typeof expected === 'string') {
        expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
        expect(Object.keys(answer.body['fields'] as object)).toEqual([expected]);
        expect(await read()).toEqual(before);
      } else {
        expect(before).not.toMatchObject(expected);
        expect(answer).toMatchObject({ status: 200, body: expected });
        expect(await read()).toMatchObject(expected);
      }
    });
  },
);

describe('the scope of a rule', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['project and task', { projectName: null, taskName: null }, { projectId: null }],
    ['the project by its id, and the task', { projectId: '', taskName: '' }, { projectId: null }],
    ['both names of the project', { projectId: null, projectName: '', taskName: null }, {}],
  ])('covers everything once %s are cleared, in a new version', async (_, change, also) => {
    const { path } = await aRule();

    const answer = await admin.patch(path, change);

    const place = { projectName: null, taskName: null, ...also };
    expect(answer).toMatchObject({ status: 200, body: { ...place, version: 2 } });
    const id = path.split('/').at(-1);
    await eventually(async () => {
      const { items } = (await admin.get('/api/audit')).body as { items: JsonObject[] };
      const ofRule = items.filter(({ target }) => (target as { id: string }).id === id);
      const had = { projectId: expect.any(String), taskId: expect.any(String) };
      const has = { projectId: null, taskId: null };
      expect(ofRule[0]).toMatchObject({ action: 'rule.updated', before: had, after: has });
    }, 20_000);
  });

  test.each<[string, JsonObject, string]>([
    ['a task without a project', { projectName: null, taskName: 'Letters' }, 'taskName'],
    [
      'a cleared project ID with a project name',
      { projectId: null, projectName: 'Support' },
      'projectName',
    ],
  ])('refuses %s', async (_, change, field) => {
    const { path, read } = await aRule();
    const before = await read();

    const answer = await admin.patch(path, change);

    expect(answer.status).toBe(400);
    expect(answer.body['fields']).toHaveProperty([field]);
    expect(await read()).toEqual(before);
  });
});
