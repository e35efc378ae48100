import {
  eventually,
  type PostedMessage,
  signedBySlack,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import type { Client } from './client.ts';
import { uniqueName } from './outputs.ts';
import type { System } from './system.ts';

/** Starts a fake Slack where the system under test expects it. Embedded systems get its URL. */
export function startSlack(): Promise<SlackServer> {
  const { OUTPUT_REVIEW_RECEIVER_HOST: host, OUTPUT_REVIEW_SLACK_PORT: port } = process.env;
  return startSlackServer({ ...(host && { host }), port: Number(port ?? 0) });
}

interface Button {
  readonly action_id: string;
  readonly value: string;
}

/** The newest message about an output. @throws if there is none. */
export function messageAbout({ messages }: SlackServer, id: string): PostedMessage {
  const found = messages.findLast(({ blocks }) => JSON.stringify(blocks).includes(`/${id}`));
  if (!found) throw new Error(`There is no message about ${id}`);
  return found;
}

/** Waits for the message about an output. @returns a function that looks up the value of a button. */
export async function buttonsAbout(slack: SlackServer, id: string) {
  const { blocks } = await eventually(() => Promise.resolve(messageAbout(slack, id)));
  const buttons = (blocks.at(-1)?.['elements'] ?? []) as readonly Button[];
  return (action: string) => buttons.find((each) => each.action_id === action)?.value;
}

const from = (userId: string) => ({
  ...{ team: { id: SLACK_APP.teamId }, api_app_id: SLACK_APP.appId, trigger_id: uniqueName('t') },
  user: { id: userId, username: userId.toLowerCase() },
});

/** The payload that Slack sends when a user presses a button. */
export const pressed = (userId: string, action_id: string, value: string | undefined) => ({
  ...{ ...from(userId), type: 'block_actions' },
  actions: [{ action_id, block_id: 'decide', value, type: 'button' }],
  container: { type: 'message', channel_id: SLACK_APP.channel, message_ts: '1.1' },
});

/** The payload that Slack sends when a user submits a dialog. */
export const submitted = (userId: string, view: object, values: object) => ({
  ...{ ...from(userId), type: 'view_submission', view: { ...view, state: { values } } },
});

/** Sends a signed request. */
export async function sendSigned(
  { url }: System,
  { body, headers }: ReturnType<typeof signedBySlack>,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${url}/api/slack/interactions`, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

/** Sends a payload as Slack does, signed now. */
export const act = (system: System, payload: object) =>
  sendSigned(system, signedBySlack(payload, { at: new Date() }));

/** The ephemeral messages to a Slack user, oldest first. */
export const noticesTo = ({ calls }: SlackServer, userId: string): readonly string[] =>
  calls
    .filter(({ method, args }) => method === 'chat.postEphemeral' && args['user'] === userId)
    .map(({ args }) => JSON.stringify(args));

/** The token of the link sent to a Slack user, which leads to the account page. */
export function linkTokenOf(slack: SlackServer, userId: string): string {
  return /slack-link#([\w-]+)/.exec(noticesTo(slack, userId).at(-1) ?? '')?.[1] ?? '';
}

/** Links a Slack user to a member, by the link sent after a first press. */
export async function linkTo(
  member: Client,
  {
    system,
    slack,
    userId,
  }: { readonly system: System; readonly slack: SlackServer; readonly userId: string },
  value: string | undefined,
): Promise<void> {
  await act(system, pressed(userId, 'approve', value));
  const path = `/api/slack/link-requests/${linkTokenOf(slack, userId)}/accept`;
  const { status, text } = await member.post(path);
  if (status !== 200) throw new Error(`Linking answered ${status}: ${text}`);
}
