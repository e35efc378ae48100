import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@output-review/runtime';
import {
  eventually,
  silentLog,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import { aWorkspaceWithApp } from '../../test/slack-workspaces.ts';
import { startTestReview, type TestReview } from '../../test/test-review.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { beginMessage } from './messages.sql.ts';

let slack: SlackServer;
let t: TestReview;
/** As another replica has it. */
let db: Database;

beforeAll(async () => {
  slack = await startSlackServer();
  t = await startTestReview({ slackApiUrl: slack.url });
  db = await openDatabase({
    ...{ url: t.options.databaseUrl, schema: 'review', entities: [], migrations: MIGRATIONS },
    ...{ poolMax: 2, log: silentLog },
  });
});

afterAll(async () => {
  await db.close();
  await t.stop();
  await slack[Symbol.asyncDispose]();
});

/** A delivery that is tried again in a while, of which Slack has told how it ended. */
async function aRetrying(fault: Awaited<ReturnType<SlackServer['fault']>>) {
  const { workspaceId, through } = await aWorkspaceWithApp(t);
  slack.fault = () => fault;
  const { id } = await t.submitEvaluated('fail', { workspaceId });
  const deliveryId = await through('flagged', 'retrying');
  slack.fault = () => null;
  return { ...{ workspaceId, id, deliveryId }, through };
}

/** Does something while nobody can begin the message of a delivery; it can wait for some to try. */
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
    await work((count) =>
      eventually(async () => {
        await tx.query('SELECT pg_stat_clear_snapshot()');
        const { rows } = await tx.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query LIKE '%INTO slack_messages%'`,
        );
        expect(rows).toHaveLength(count);
      }),
    );
    await tx.query('DELETE FROM slack_messages WHERE delivery_id = $1', [deliveryId]);
  });

test('of two that begin a message at once one is the first, and neither takes it for gone', async () => {
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
