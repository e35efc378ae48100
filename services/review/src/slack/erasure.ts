import { eraseRows, type EraseStep } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { findBotToken } from '../destinations/slack-apps.sql.ts';
import { isTokenDead, type SlackRefusal } from './answers.pure.ts';
import { DELETED_MESSAGE } from './messages.pure.ts';
import {
  findMessagesOfErased,
  forgetMessage,
  isBeingEmptied,
  type MessageOfErased,
} from './messages.sql.ts';

const CALL_MS_MAX = 5_000;

const eraseApp = eraseRows('slack_apps');
const eraseMessages = eraseRows('slack_messages');

/** Erases the app of a workspace and its message references, after the messages were emptied or given up. */
export const eraseSlack: EraseStep = async (client, workspaceId) => {
  if (await isBeingEmptied(client, workspaceId)) return 0;
  return (await eraseMessages(client, workspaceId)) || eraseApp(client, workspaceId);
};

/** Empties the Slack messages of erased workspaces, one per workspace in turn, as long as Slack accepts it. */
export async function emptyErased(ctx: Context, signal: AbortSignal): Promise<void> {
  const refused = new Set<string>();
  for (;;) {
    const messages = await findMessagesOfErased(ctx.db);
    const open = messages.filter(({ workspaceId }) => !refused.has(workspaceId));
    if (open.length === 0) return;
    for (const message of open) {
      if (signal.aborted) return;
      if (!(await emptyMessage(ctx, message))) refused.add(message.workspaceId);
    }
  }
}

/** @returns whether it is done, emptied or not. */
async function emptyMessage(
  { db, encryptor, slack }: Context,
  { workspaceId, deliveryId, channel, ts }: MessageOfErased,
): Promise<boolean> {
  const token = await findBotToken(db, encryptor, workspaceId);
  // Without a valid token, no message can be emptied.
  if (token === null) return (await eraseApp(db, workspaceId)) > 0;
  const args = { channel, ts, ...DELETED_MESSAGE };
  const answer = await slack.call('chat.update', { token, args, timeoutMs: CALL_MS_MAX });
  if (!answer.ok && isTokenDead(answer)) return (await eraseApp(db, workspaceId)) > 0;
  if (!answer.ok && isPassing(answer)) return false;
  await forgetMessage(db, deliveryId);
  return true;
}

/** Whether the same call may succeed soon. */
function isPassing({ code, isUncertain }: SlackRefusal): boolean {
  return isUncertain || code === 'ratelimited';
}
