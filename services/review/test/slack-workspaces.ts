import { expect } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { type PostedMessage, SLACK_APP, type SlackServer } from '@output-review/runtime/testing';

import { untilDelivery } from './delivery-rows.ts';
import { aPerson, type TestReview } from './test-review.ts';
import { settle } from './notified-workspaces.ts';

/** A workspace with the app, and the actions of its reviewer. */
export async function aWorkspaceWithApp(t: TestReview, change: object = {}) {
  const workspaceId = newId();
  const { status } = await settle(t, workspaceId, { slackApp: SLACK_APP, ...change });
  expect(status).toBe(200);
  const reviewer = await t.as(aPerson(workspaceId, 'manager'));
  const deliveries = async () => {
    const { rows } = await t.sql.query<{ id: string; event: string; state: string }>(
      'SELECT id, event, state FROM deliveries WHERE workspace_id = $1 ORDER BY n',
      [workspaceId],
    );
    return rows;
  };
  /** The delivery of an event, once it has been sent. */
  const through = async (event: string, state = 'delivered') => {
    const found = (await deliveries()).findLast((each) => each.event === event);
    await untilDelivery(t, found?.id ?? '', { state });
    return found?.id ?? '';
  };
  return { workspaceId, reviewer, deliveries, through };
}

/** The messages in a fake Slack about an output. */
export const messagesIn = ({ messages }: SlackServer, id: string): PostedMessage[] =>
  messages.filter(({ blocks }) => JSON.stringify(blocks).includes(`/outputs/${id}`));

/** The calls of a method about an output. */
export const callsIn = ({ calls }: SlackServer, method: string, id: string) =>
  calls.filter(
    (each) => each.method === method && JSON.stringify(each.args).includes(`/outputs/${id}`),
  );

export const textOf = ({ blocks }: PostedMessage): string => JSON.stringify(blocks);
