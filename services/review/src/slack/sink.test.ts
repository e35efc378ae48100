import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Database,
  type EgressGuard,
  makeEgressGuard,
  openDatabase,
} from '@output-review/runtime';
import {
  eventually,
  silentLog,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
  untilHeldUp,
} from '@output-review/runtime/testing';

import { aWorkspaceWithApp, callsIn, messagesIn } from '../../test/slack-workspaces.ts';
import { startTestReview, type TestReview } from '../../test/test-review.ts';
import { composeBody } from '../deliveries/body.pure.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { SlackApi } from './api.ts';
import { beginMessage } from './messages.sql.ts';
import { makeSlackAppSink } from './sink.ts';

const MINUTE_MS = 60_000;

let slack: SlackServer;
let t: TestReview;
/** The database as another replica uses it. */
let db: Database;
let egress: EgressGuard;

beforeAll(async () => {
  slack = await startSlackServer();
  t = await startTestReview({ slackApiUrl: slack.url });
  db = await openDatabase({
    ...{ url: t.options.databaseUrl, schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 2, log: silentLog },
  });
  egress = makeEgressGuard({ isPrivateHostAllowed: () => true });
});

afterAll(async () => {
  await egress.close();
  await db.close();
  await t.stop();
  await slack[Symbol.asyncDispose]();
});

/** A delivery with a later retry, whose previous attempt ended as Slack’s response says. */
async function aRetrying(fault: Awaited<ReturnType<SlackServer['fault']>>) {
  const { workspaceId, reviewer, through } = await aWorkspaceWithApp(t);
  slack.fault = () => fault;
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const deliveryId = await through('flagged', 'retrying');
  slack.fault = () => null;
  return { ...{ workspaceId, id, deliveryId }, reviewer, through };
}

/** Runs work while the row of a delivery’s message is locked. It can wait for attempts to block on it. */
const whileHeld = (
  deliveryId: string,
  work: (untilTrying: (count: number) => Promise<void>) => Promise<void>,
) =>
  t.sql.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO slack_messages (delivery_id, n, workspace_id, channel, begun_at)
       VALUES ($1, 0, '', '', now())`,
      [deliveryId],
    );
    await work((count) => untilHeldUp(tx, count, 'INTO slack_messages'));
    await tx.query('DELETE FROM slack_messages WHERE delivery_id = $1', [deliveryId]);
  });

test('of two attempts that begin a message at once, one is first and neither treats the message as gone', async () => {
  const { deliveryId } = await aRetrying({ error: 'channel_not_found' });
  const message = { deliveryId, channel: 'C', at: t.clock.now() };
  let begun: ReturnType<typeof beginMessage>[] = [];

  await whileHeld(deliveryId, async (untilTrying) => {
    begun = [beginMessage(db, message), beginMessage(db, message)];
    await untilTrying(2);
  });

  const found = await Promise.all(begun);
  expect(found.map((each) => each?.isNew).sort()).toEqual([false, true]);
});

/** Makes a separate attempt to post, within a tenth of a second. */
function attempt({ workspaceId, id, deliveryId }: Awaited<ReturnType<typeof aRetrying>>) {
  const publicUrl = () => 'https://reviews.example.com';
  const sink = makeSlackAppSink({
    ...{ db, encryptor: t.encryptor, publicUrl, timeoutMs: 100 },
    slack: new SlackApi({ egress, baseUrl: slack.url, timeoutMs: MINUTE_MS }),
  });
  const delivery = {
    ...({ id: deliveryId, workspaceId, outputId: id, event: 'flagged' } as const),
    ...({ destinationId: 'x', happenedAt: t.clock.now(), status: 'flagged', words: null } as const),
    ...{ verdict: null, confidenceScore: null, attemptCount: 1 },
  };
  const target = { kind: 'slack_app', url: null, address: SLACK_APP.channel, secrets: [] } as const;
  const body = composeBody(delivery, null, publicUrl());
  const sending = { id: deliveryId, target, body, digest: null, sentAt: t.clock.now() };
  return sink(sending, new AbortController().signal);
}

const TOO_LONG = 'Slack could not be reached. There was no response within 0.1 s.';

test('an attempt that was claimed before the decision posts nothing after it', async () => {
  const retrying = await aRetrying({ error: 'channel_not_found' });
  const { id, reviewer, through } = retrying;
  const url = `/api/logs/${id}/decision`;
  expect((await reviewer.patch(url, { decision: 'approved' })).status).toBe(200);
  await through('approved');

  // Nothing would update the message any more.
  expect(await attempt(retrying)).toMatchObject({ status: null, error: null });
  expect(messagesIn(slack, id)).toEqual([]);
});

test('an attempt that looks for its message for too long posts nothing', async () => {
  const retrying = await aRetrying({ error: 'internal_error' });
  slack.fault = ({ method }) => (method === 'conversations.history' ? new Promise(() => {}) : null);

  expect(await attempt(retrying)).toMatchObject({ status: null, error: TOO_LONG });
  expect(callsIn(slack, 'chat.postMessage', retrying.id)).toHaveLength(1);
});

test('an attempt that waits for the database too long posts nothing, and the next one does', async () => {
  const retrying = await aRetrying({ error: 'channel_not_found' });
  const { id, deliveryId, through } = retrying;

  await whileHeld(deliveryId, async (untilTrying) => {
    const attempted = attempt(retrying);
    await untilTrying(1);
    expect(await attempted).toMatchObject({ status: null, error: TOO_LONG });
  });
  await eventually(async () => {
    const { rows } = await t.sql.query('SELECT FROM slack_messages WHERE delivery_id = $1', [
      deliveryId,
    ]);
    expect(rows).toHaveLength(1);
  });
  t.clock.advance(MINUTE_MS);
  await through('flagged');

  expect(messagesIn(slack, id)).toHaveLength(1);
  expect(callsIn(slack, 'chat.postMessage', id)).toHaveLength(2);
});
