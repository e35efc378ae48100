import type { SlackAnswer, SlackRefusal } from './answers.pure.ts';
import type { SlackMessage } from './messages.sql.ts';

// The clocks of Slack and of this service need not agree.
const CLOCKS_APART_SECONDS = 300;
const PAGE = 200;
const PAGES_MAX = 10;

type ReadHistory = (args: object) => Promise<SlackAnswer>;

/**
 * Looks for a message that may have been posted, by the delivery that it carries, from when that was first
 * tried. Without the permission to read the channel nobody can tell: then it was not posted.
 */
export async function findPosted(
  { channel, begunAt, deliveryId }: SlackMessage,
  read: ReadHistory,
): Promise<{ readonly ts: string | null } | SlackRefusal> {
  const oldest = String(Math.floor(begunAt.getTime() / 1_000) - CLOCKS_APART_SECONDS);
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const args = { channel, oldest, include_all_metadata: true, limit: PAGE };
    const answer = await read({ ...args, ...(cursor !== undefined && { cursor }) });
    if (!answer.ok) return answer.code === 'missing_scope' ? { ts: null } : answer;
    const history = answer.body as History;
    const found = history.messages?.find(
      ({ metadata }) => metadata?.event_payload?.delivery_id === deliveryId,
    );
    if (found?.ts !== undefined) return { ts: found.ts };
    cursor = history.response_metadata?.next_cursor;
    if (cursor === undefined || cursor === '') return { ts: null };
  }
  return { ts: null };
}

/** What is read of the answer of conversations.history. */
interface History {
  readonly messages?: readonly {
    readonly ts?: string;
    readonly metadata?: { readonly event_payload?: { readonly delivery_id?: unknown } };
  }[];
  readonly response_metadata?: { readonly next_cursor?: string };
}
