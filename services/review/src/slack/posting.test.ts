import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { outputsSubmitted } from '@output-review/contracts';
import {
  eventually,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import { deliveryRow, untilDelivery } from '../../test/delivery-rows.ts';
import {
  aWorkspaceWithApp as aWorkspaceAt,
  callsIn,
  messagesIn,
  textOf,
} from '../../test/slack-workspaces.ts';
import { settle } from '../../test/notified-workspaces.ts';
import { anEvaluation, startTestReview, type TestReview } from '../../test/test-review.ts';

const MINUTE_MS = 60_000;

let slack: SlackServer;
let t: TestReview;

beforeAll(async () => {
  slack = await startSlackServer();
  t = await startTestReview({ slackApiUrl: slack.url });
});

beforeEach(() => {
  slack.fault = () => null;
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
const callsOf = (method: string, id: string) => callsIn(slack, method, id);

test('a message whose response was lost is found in the channel and not posted twice', async () => {
  const { workspaceId, reviewer, through, deliveries } = await aWorkspaceWithApp();
  // More than a page is in between.
  for (let n = 0; n < 3; n += 1) {
    const before = await t.submitEvaluated('fail', { workspaceId });
    await eventually(async () => expect(messagesAbout(before.id)).toHaveLength(1));
  }
  slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged', 'retrying');
  slack.fault = () => null;
  const other = await t.submitEvaluated('fail', { workspaceId });
  await eventually(async () => expect(messagesAbout(other.id)).toHaveLength(1));
  t.clock.advance(MINUTE_MS);
  await eventually(async () => {
    const states = (await deliveries()).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });

  expect(messagesAbout(id)).toHaveLength(1);
  expect(callsOf('chat.postMessage', id)).toHaveLength(1);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await through('approved');
  expect(textOf(messagesAbout(id)[0]!)).toContain('Approved by ');
});

test('a message whose response was lost shows the decision made meanwhile', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged', 'retrying');
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await through('approved');

  expect(messagesAbout(id).map((each) => textOf(each).includes('Approved by '))).toEqual([true]);
});

test('an output that passes a new evaluation is no longer posted, and the lost message shows the pass', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const passesAgain = async (fault: Awaited<ReturnType<SlackServer['fault']>>) => {
    slack.fault = ({ method }) => (method === 'chat.postMessage' ? fault : null);
    const output = await t.submitEvaluated('fail', { workspaceId });
    await through('flagged', 'retrying');
    await reviewer.post(`/api/logs/${output.id}/evaluate`);
    await t.evaluate({ ...anEvaluation(output), run: 2 });
    await through('flagged', 'superseded');
    return output.id;
  };
  const refused = await passesAgain({ error: 'channel_not_found' });
  const lost = await passesAgain('answer lost');
  slack.fault = () => null;
  t.clock.advance(MINUTE_MS);
  await through('pass');

  expect(messagesAbout(refused)).toEqual([]);
  expect(messagesAbout(lost).map(({ text }) => text)).toEqual([
    'Passed when it was evaluated again',
  ]);
});

test('without permission to read the channel, a message whose response was lost is posted again', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged', 'retrying');
  slack.fault = ({ method }) =>
    method === 'conversations.history' ? { error: 'missing_scope' } : null;
  t.clock.advance(MINUTE_MS);
  await through('flagged');

  expect(messagesAbout(id)).toHaveLength(2);
});

test('an answer of Slack that makes no sense is a failed attempt like any other', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
  await t.submitEvaluated('fail', { workspaceId });
  const delivery = await through('flagged', 'retrying');
  slack.fault = ({ method }) =>
    method === 'conversations.history' ? { answer: { ok: true, messages: 'none' } } : null;
  t.clock.advance(MINUTE_MS);

  await untilDelivery(t, delivery, {
    ...{ state: 'retrying', attempt_count: 2 },
    last_error: 'The attempt failed because of an error in this service.',
  });
});

test('a message that may have been posted in a wrong channel is posted in the right one', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const setChannel = (channel: string) =>
    settle(t, workspaceId, {
      slackApp: { ...{ teamId: SLACK_APP.teamId, appId: SLACK_APP.appId }, channel },
    });
  await setChannel('C0WRONG');
  slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const posted = await through('flagged', 'retrying');
  const decided = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged', 'retrying');
  slack.fault = () => null;
  await reviewer.patch(`/api/logs/${decided.id}/decision`, { decision: 'approved' });
  const approved = await through('approved', 'retrying');
  t.clock.advance(MINUTE_MS);
  for (const each of [posted, approved]) {
    const { last_error: error } = await untilDelivery(t, each, { attempt_count: 2 });
    expect(error).toContain('channel_not_found');
  }
  await setChannel(SLACK_APP.channel);
  t.clock.advance(10 * MINUTE_MS);
  for (const each of [posted, approved]) await untilDelivery(t, each, { state: 'delivered' });

  expect(messagesAbout(id)).toHaveLength(1);
  expect(messagesAbout(decided.id)).toEqual([]);
});

test('a refusal by Slack says why and what to do, and the message is posted once that is fixed', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  const looks = () => slack.calls.filter(({ method }) => method === 'conversations.history').length;
  const looksBefore = looks();
  slack.fault = () => ({ error: 'channel_not_found' });
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const deliveryId = await through('flagged', 'retrying');

  expect(await deliveryRow(t, deliveryId)).toMatchObject({
    last_status: 200,
    last_error: expect.stringMatching(/^Slack answered channel_not_found\. .*\/invite/),
  });
  slack.fault = () => null;
  t.clock.advance(MINUTE_MS);
  await through('flagged');
  expect(messagesAbout(id)).toHaveLength(1);
  // It was certainly not posted, so nothing looked for it.
  expect(looks()).toBe(looksBefore);
});

test('Slack’s throttling is respected however often it comes, and uses up no retry', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  slack.fault = () => ({ status: 429, retryAfter: 30 });
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const deliveryId = await through('flagged', 'retrying');
  for (let attempts = 1; attempts < 15; attempts += 1) {
    const { next_attempt_at: next } = await deliveryRow(t, deliveryId);
    const waitMs = Number(next) - t.clock.now().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(30_000);
    expect(waitMs).toBeLessThanOrEqual(40_000);
    t.clock.advance(waitMs);
    await untilAttempts(deliveryId, attempts + 1);
  }
  expect(await deliveryRow(t, deliveryId)).toMatchObject({ state: 'retrying', attempt_count: 0 });
  // The first failure is retried like any other.
  slack.fault = () => ({ status: 500 });
  t.clock.advance(MINUTE_MS);
  const { next_attempt_at: next } = await untilDelivery(t, deliveryId, {
    ...{ state: 'retrying', attempt_count: 1 },
  });
  expect(Number(next) - t.clock.now().getTime()).toBeLessThanOrEqual(6_000);
  slack.fault = () => null;
  t.clock.advance(MINUTE_MS);
  await through('flagged');
  expect(messagesAbout(id)).toHaveLength(1);
});

/** Waits until that many attempts of a delivery were recorded. */
const untilAttempts = (deliveryId: string, count: number) =>
  eventually(async () => {
    const { rows } = await t.sql.query('SELECT FROM delivery_attempts WHERE delivery_id = $1', [
      deliveryId,
    ]);
    expect(rows).toHaveLength(count);
  });

test('the newest message is updated first, and an attempt continues where Slack throttled the last one', async () => {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  await through('flagged');
  for (let n = 0; n < 2; n += 1) {
    await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    await through('approved');
    await reviewer.patch(`/api/logs/${id}/status`, { status: 'flagged', reason: 'Look again.' });
    await through('flagged');
  }
  let takes = 1;
  slack.fault = ({ method }) =>
    method === 'chat.update' && (takes -= 1) < 0 ? { status: 429, retryAfter: 1 } : null;
  const rejected = () => messagesAbout(id).map((each) => textOf(each).includes('Rejected by '));

  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
  const deliveryId = await through('rejected', 'retrying');
  expect(rejected()).toEqual([false, false, true]);

  takes = 1;
  t.clock.advance(MINUTE_MS);
  await untilAttempts(deliveryId, 2);
  expect(rejected()).toEqual([false, true, true]);

  takes = 1;
  t.clock.advance(MINUTE_MS);
  await through('rejected');
  expect(rejected()).toEqual([true, true, true]);
});

test('a replica that was killed between posting and recording leaves no second message', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const deliveryId = await through('flagged');
  // The state after a kill right after Slack’s response, before it was stored.
  await t.sql.query(
    `UPDATE deliveries SET state = 'pending', attempt_count = 0, delivered_at = NULL WHERE id = $1`,
    [deliveryId],
  );
  await through('flagged');
  await t.sql.query('UPDATE slack_messages SET ts = NULL WHERE delivery_id = $1', [deliveryId]);
  await t.sql.query(
    `UPDATE deliveries SET state = 'pending', attempt_count = 0, delivered_at = NULL WHERE id = $1`,
    [deliveryId],
  );
  await through('flagged');

  expect(messagesAbout(id)).toHaveLength(1);
  expect(callsOf('chat.postMessage', id)).toHaveLength(1);
});

test('Approve is shown only if the message shows everything; otherwise the message says so', async () => {
  const { workspaceId, through } = await aWorkspaceWithApp();
  const posted = async (content: object, more: object = {}) => {
    const given = { ...outputsSubmitted.examples.valid.content, ...content };
    const output = await t.submitEvaluated('fail', { workspaceId, content: given, ...more });
    await through('flagged');
    const text = textOf(messagesAbout(output.id)[0]!);
    expect(text).toContain('"Reject"');
    expect(text.includes('does not show everything')).toBe(!text.includes('"Approve"'));
    return text;
  };
  const refund = (params: object) => ({
    action: { name: 'refund', summary: 'Refund 5 EUR', params },
  });
  const file = {
    ...({
      role: 'output',
      key: 'w/o/0-a.png',
      filename: 'a.png',
      contentType: 'image/png',
    } as const),
    ...{ sizeBytes: 1, label: null },
  };

  const shown = await posted(refund({ amount: 5_000, to: 'eve' }));
  expect(shown).toContain(JSON.stringify('{"amount":5000,"to":"eve"}'));
  expect(shown).toContain('"Approve"');
  expect(await posted({ output: 'x'.repeat(1_400) })).toContain('"Approve"');
  expect(await posted(refund({ note: 'x'.repeat(1_400) }))).not.toContain('"Approve"');
  expect(await posted({ output: 'x'.repeat(1_401) })).not.toContain('"Approve"');
  expect(await posted({}, { attachments: [file] })).not.toContain('"Approve"');
});
