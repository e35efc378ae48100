import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { projectsChanged, workspacesChanged } from '@output-review/contracts';
import {
  eventually,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import { untilDelivery } from '../../test/delivery-rows.ts';
import {
  aWorkspaceWithApp as aWorkspaceAt,
  messagesIn,
  textOf,
} from '../../test/slack-workspaces.ts';
import {
  anEvaluation,
  aPerson,
  eventOf,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';
import { settle, URL_OF_HOOK } from '../../test/notified-workspaces.ts';
import { startReview } from '../service.ts';

const MINUTE_MS = 60_000;

let slack: SlackServer;
let t: TestReview;

beforeAll(async () => {
  slack = await startSlackServer();
  t = await startTestReview({ slackApiUrl: slack.url, eraseEveryMs: 200 });
});

afterEach(() => {
  slack.fault = () => null;
});

afterAll(async () => {
  await t.stop();
  await slack[Symbol.asyncDispose]();
});

const aWorkspaceWithApp = (change: object = {}) => aWorkspaceAt(t, change);
const messagesAbout = (id: string) => messagesIn(slack, id);

/** Text as it appears in a message: nothing in it is formatting. */
const plain = (text: string) => JSON.stringify({ type: 'plain_text', text, emoji: false });

/** An output that was approved and flagged again. */
async function flaggedTwice() {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await through('approved');
  await reviewer.patch(`/api/logs/${id}/status`, { status: 'flagged', reason: 'Look again.' });
  await through('flagged');
  return { id, reviewer, through };
}

/** A workspace with two messages in Slack. */
async function aWorkspaceToErase() {
  const { workspaceId } = await aWorkspaceWithApp();
  const outputs = [
    await t.submitEvaluated('fail', { workspaceId }),
    await t.submitEvaluated('fail', { workspaceId }),
  ];
  const left = () => outputs.flatMap(({ id }) => messagesAbout(id));
  await eventually(async () => {
    const rows = await rowsOf(workspaceId);
    expect(rows).toEqual([null, expect.any(String), expect.any(String)]);
  });
  const change = { ...workspacesChanged.examples.valid, workspaceId, deleted: true, id: '' };
  const event = { ...eventOf('workspaces.changed', change), key: workspaceId };
  const erase = () => t.bus.send([event]);
  return { workspaceId, erase, left };
}

/** The stored app and message references of a workspace. */
async function rowsOf(workspaceId: string): Promise<(string | null)[]> {
  const { rows } = await t.sql.query<{ ts: string | null }>(
    `SELECT NULL AS ts FROM slack_apps WHERE workspace_id = $1
     UNION ALL SELECT ts FROM slack_messages WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows.map(({ ts }) => ts);
}

test('a flagged output is posted once, and its message shows who decided it', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');

  const [posted] = messagesAbout(id);
  expect(textOf(posted!)).toContain('An output is waiting for a decision');

  const decided = await reviewer.patch(`/api/logs/${id}/decision`, {
    ...{ decision: 'rejected', comment: 'Not <!channel> today.' },
  });
  expect(decided.status).toBe(200);
  await through('rejected');

  const [rewritten, ...others] = messagesAbout(id);
  expect(others).toEqual([]);
  expect(rewritten?.ts).toBe(posted?.ts);
  expect(textOf(rewritten!)).toContain('Rejected by ');
  expect(textOf(rewritten!)).toContain(plain('Not <!channel> today.'));
});

test('a decision fits into Slack’s limits, however long its texts', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  const comment = '<&'.repeat(1_000);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'rejected', comment });
  await through('rejected');
  expect(textOf(messagesAbout(id)[0]!)).toContain(plain(comment));
});

test('a message that Slack refuses to update does not block the others', async () => {
  const { id, reviewer, through } = await flaggedTwice();
  const [first] = messagesAbout(id);
  slack.fault = ({ method, args }) =>
    method === 'chat.update' && args['ts'] === first?.ts ? { error: 'is_archived' } : null;
  await reviewer.delete(`/api/logs/${id}`);
  const deleted = await through('deleted', 'retrying');

  expect(messagesAbout(id)).toEqual([first]);
  slack.fault = () => null;
  t.clock.advance(MINUTE_MS);
  await untilDelivery(t, deleted, { state: 'delivered' });
  expect(messagesAbout(id)).toEqual([]);
});

test('a deletion during the second attempt to post leaves nothing of the output, on whichever replica', async () => {
  const { workspaceId, reviewer, deliveries, through } = await aWorkspaceWithApp();
  slack.fault = () => ({ status: 429, retryAfter: 1 });
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged', 'retrying');
  let post = (): void => {};
  const posting = new Promise<void>((reached) => {
    slack.fault = ({ method }) => {
      if (method !== 'chat.postMessage') return null;
      reached();
      return new Promise((done) => (post = () => done(null)));
    };
  });
  t.clock.advance(MINUTE_MS);
  await posting;
  const other = await startReview(t.options);
  await reviewer.delete(`/api/logs/${id}`);
  // Behind it in the lane of the app: a turn that sends this one has skipped the deletion.
  const next = await t.submitEvaluated('fail', { workspaceId });
  slack.fault = () => null;
  await eventually(() => expect(messagesAbout(next.id)).toHaveLength(1));
  expect((await deliveries()).map(({ event, state }) => [event, state])).toEqual([
    ...[
      ['flagged', 'retrying'],
      ['deleted', 'pending'],
    ],
    ['flagged', expect.any(String)],
  ]);
  post();
  await through('deleted');
  await other.stop();
  expect(messagesAbout(id)).toEqual([]);
});

test('a decision while the message is being posted updates it once it is there', async () => {
  const { workspaceId, reviewer, through, deliveries } = await aWorkspaceWithApp();
  let post = (): void => {};
  const posting = new Promise<void>((reached) => {
    slack.fault = ({ method }) => {
      if (method !== 'chat.postMessage') return null;
      reached();
      return new Promise((done) => (post = () => done(null)));
    };
  });
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await posting;
  const other = await startReview(t.options);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  // Behind it in the lane of the app: a turn that sends this one has skipped the other.
  const next = await t.submitEvaluated('fail', { workspaceId });
  slack.fault = () => null;
  await eventually(() => expect(messagesAbout(next.id)).toHaveLength(1));
  expect((await deliveries()).map(({ event, state }) => [event, state])).toEqual([
    ...[
      ['flagged', 'superseded'],
      ['approved', 'pending'],
    ],
    ['flagged', expect.any(String)],
  ]);
  post();
  await through('approved');
  await other.stop();
  expect(messagesAbout(id).map(textOf)).toEqual([expect.stringContaining('Approved by ')]);
});

test('a decision by deadline is shown like any other, and an escalation posts another message', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  const inTenMinutes = {
    ...{ workspaceId, acceptedAt: t.clock.now().toISOString(), respondBy: 'PT10M' },
  };
  const rejected = await t.submitEvaluated('fail', { ...inTenMinutes, onDeadline: 'reject' });
  const escalated = await t.submitEvaluated('fail', { ...inTenMinutes, onDeadline: 'escalate' });
  await eventually(async () => {
    expect([rejected, escalated].flatMap(({ id }) => messagesAbout(id))).toHaveLength(2);
  });
  t.clock.advance(10 * MINUTE_MS);
  await eventually(async () => expect(messagesAbout(escalated.id)).toHaveLength(2));
  await through('rejected');

  expect(messagesAbout(rejected.id).map(({ text }) => text)).toEqual(['Rejected by the deadline']);
});

test('a passed output is not posted, and neither is its decision', async () => {
  const { workspaceId, reviewer, deliveries } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('pass', { workspaceId });
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  expect(await deliveries()).toEqual([]);
});

test('approving a sample updates messages of its earlier run and notifies no one else', async () => {
  const { workspaceId, reviewer, through, deliveries } = await aWorkspaceWithApp({
    ...{ outboundWebhookUrl: URL_OF_HOOK, webhookEnabled: true },
    outboundWebhookEvents: ['approved'],
  });
  const project = { workspaceId, id: `p-${workspaceId}`, name: 'Support', sampleRate: 1 };
  const change = { ...projectsChanged.examples.valid, ...project, version: 2 };
  await t.bus.send([eventOf('projects.changed', change)]);
  const output = await t.submitEvaluated('fail', { workspaceId });
  const { id } = output;
  await through('flagged');
  await reviewer.post(`/api/logs/${id}/evaluate`);
  await t.evaluate({ ...anEvaluation(output), run: 2 });
  expect((await reviewer.get(`/api/logs/${id}`)).body).toMatchObject({
    ...{ status: 'pass', sampled: true },
  });
  await through('pass');
  expect(messagesAbout(id).map(({ text }) => text)).toEqual(['Passed when it was evaluated again']);
  expect(textOf(messagesAbout(id)[0]!)).not.toContain('"actions"');

  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  await through('approved');
  expect(messagesAbout(id).map(textOf)).toEqual([expect.stringContaining('Approved by ')]);
  expect(textOf(messagesAbout(id)[0]!)).not.toContain('"actions"');
  expect((await deliveries()).map(({ event }) => event)).toEqual(['flagged', 'pass', 'approved']);
});

test('the message shows the newest decision, whichever delivery arrives last', async () => {
  const { workspaceId, reviewer, through, deliveries } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  slack.fault = ({ method }) => (method === 'chat.update' ? { error: 'internal_error' } : null);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await through('approved', 'retrying');
  slack.fault = () => null;
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'rejected', override: true });
  await through('rejected');
  t.clock.advance(MINUTE_MS);
  await through('approved');

  expect(textOf(messagesAbout(id)[0]!)).toContain('Rejected by ');
  expect((await deliveries()).map(({ event }) => event)).toEqual([
    ...['flagged', 'approved', 'rejected'],
  ]);
});

test('an output that is flagged again has a new message', async () => {
  const { id } = await flaggedTwice();

  expect(messagesAbout(id).map((each) => textOf(each).includes('waiting'))).toEqual([
    ...[false, true],
  ]);
});

test('nothing of a deleted output is left in Slack', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  const [posted] = messagesAbout(id);
  expect((await reviewer.delete(`/api/logs/${id}`)).status).toBe(200);
  await through('deleted');

  expect(messagesAbout(id)).toEqual([]);
  const left = slack.messages.find(({ ts }) => ts === posted?.ts);
  expect(left?.blocks).toEqual([expect.objectContaining({ type: 'header' })]);
  expect(left?.text).toBe('The output was deleted');
  const { rows } = await t.sql.query('SELECT FROM slack_messages WHERE output_id = $1', [id]);
  expect(rows).toEqual([]);
});

test.each<[string, (at: { workspaceId: string; destinationId: string }) => Promise<unknown>]>([
  ['given its token', ({ workspaceId }) => settle(t, workspaceId, { slackApp: SLACK_APP })],
  [
    'asked to replay dead deliveries',
    async ({ workspaceId, destinationId }) => {
      const manager = await t.as(aPerson(workspaceId, 'manager'));
      return manager.post('/api/deliveries/replay', { destinationId });
    },
  ],
])(
  'messages of outputs that were deleted while the app was off are emptied once it is %s',
  async (_, switchOn) => {
    const { workspaceId, reviewer, deliveries, through } = await aWorkspaceWithApp();
    const { id } = await t.submitEvaluated('fail', { workspaceId });
    await through('flagged');
    const { rows } = await t.sql.query<{ id: string }>(
      `UPDATE destinations SET is_active = false, ended_reason = 'failing'
     WHERE workspace_id = $1 AND kind = 'slack_app' RETURNING id`,
      [workspaceId],
    );
    expect((await reviewer.delete(`/api/logs/${id}`)).status).toBe(200);
    expect(messagesAbout(id)).toHaveLength(1);

    await switchOn({ workspaceId, destinationId: rows[0]!.id });

    await eventually(() => expect(messagesAbout(id)).toEqual([]));
    await through('deleted');
    expect((await deliveries()).map(({ event }) => event)).toEqual(['flagged', 'deleted']);
  },
);

test('a failed deletion is sent again to an app with a new token', async () => {
  const { workspaceId, reviewer, deliveries, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  await settle(t, workspaceId, { slackApp: { ...SLACK_APP, botToken: 'xoxb-not-valid' } });
  expect((await reviewer.delete(`/api/logs/${id}`)).status).toBe(200);
  await eventually(async () =>
    expect((await deliveries()).at(-1)).toMatchObject({ event: 'deleted', state: 'retrying' }),
  );
  await t.sql.query(
    `UPDATE deliveries SET state = 'dead', next_attempt_at = NULL WHERE workspace_id = $1 AND event = 'deleted'`,
    [workspaceId],
  );

  await settle(t, workspaceId, { slackApp: SLACK_APP });

  await eventually(() => expect(messagesAbout(id)).toEqual([]));
});

test('nothing of an erased workspace is left in Slack, once Slack accepts it', async () => {
  const { workspaceId, erase, left } = await aWorkspaceToErase();
  slack.fault = () => ({ status: 429, retryAfter: 1 });
  const asked = slack.calls.length;
  await erase();
  await eventually(() => expect(slack.calls.length).toBeGreaterThan(asked + 1));
  expect(left()).toHaveLength(2);
  slack.fault = () => null;

  await eventually(async () => expect(await rowsOf(workspaceId)).toEqual([]));

  expect(left()).toEqual([]);
});

test.each([
  ['its token is not valid', () => void (slack.fault = () => ({ error: 'token_revoked' }))],
  [
    'it has taken too long',
    async (workspaceId: string) => {
      slack.fault = () => ({ error: 'internal_error' });
      await t.sql.query(
        `INSERT INTO erased_workspaces (workspace_id, told_at) VALUES ($1, now() - interval '9 minutes')`,
        [workspaceId],
      );
    },
  ],
])('erasing a workspace gives up its Slack messages once %s', async (_, begin) => {
  const { workspaceId, erase, left } = await aWorkspaceToErase();
  await begin(workspaceId);
  await erase();

  await eventually(async () => expect(await rowsOf(workspaceId)).toEqual([]));

  expect(left()).toHaveLength(2);
});

test('a test message reports errors at once', async () => {
  const { workspaceId, reviewer } = await aWorkspaceWithApp();
  const { rows } = await t.sql.query<{ id: string }>(
    `SELECT id FROM destinations WHERE workspace_id = $1 AND kind = 'slack_app'`,
    [workspaceId],
  );
  const test = async () =>
    (await reviewer.post(`/api/destinations/${rows[0]?.id}/test`)).body as Record<string, unknown>;

  expect(await test()).toMatchObject({ state: 'delivered', lastError: null });
  expect(slack.messages.at(-1)).toMatchObject({ text: 'Test notification' });
  slack.fault = () => ({ error: 'token_revoked' });
  expect(await test()).toMatchObject({
    ...{ state: 'dead', lastError: expect.stringContaining('enter the new token in the settings') },
  });
});
