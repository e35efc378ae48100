import { DECISIONS } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** A message that may not have been posted yet. */
export interface SlackMessage {
  readonly deliveryId: string;
  readonly channel: string;
  readonly begunAt: Date;
  /** Null if it is unknown whether it was posted. */
  readonly ts: string | null;
}

export interface BegunMessage extends SlackMessage {
  /** Whether this is the first attempt to post it. */
  readonly isNew: boolean;
  /** Whether the output was decided or deleted, or passed, by now. A digest has no output. */
  readonly isOver: boolean;
}

const COLUMNS = 'm.delivery_id AS "deliveryId", m.channel, m.begun_at AS "begunAt", m.ts';

// A statement does not see rows that its own CTEs insert, so at most one of the two sides returns the row.
const BEGIN = `
  WITH new AS (
    INSERT INTO slack_messages (delivery_id, n, workspace_id, output_id, channel, begun_at)
    SELECT id, n, workspace_id, output_id, $2, $3 FROM deliveries WHERE id = $1
    ON CONFLICT DO NOTHING RETURNING *
  )
  SELECT m.*, o.human_decision IS NOT NULL OR o.status = 'pass' OR o.visible IS FALSE AS "isOver" FROM (
    SELECT ${COLUMNS}, m.workspace_id, m.output_id, true AS "isNew" FROM new m
    UNION ALL
    SELECT ${COLUMNS}, m.workspace_id, m.output_id, false FROM slack_messages m WHERE m.delivery_id = $1
  ) AS m LEFT JOIN outputs o ON o.workspace_id = m.workspace_id AND o.id = m.output_id
  WHERE o.id IS NOT NULL OR m.output_id IS NULL`;

/** Records that a message is about to be posted. Null if its delivery is gone. */
export async function beginMessage(
  db: SqlClient,
  { deliveryId, channel, at }: { deliveryId: string; channel: string; at: Date },
): Promise<BegunMessage | null> {
  const begin = () => db.query<BegunMessage>(BEGIN, [deliveryId, channel, at]);
  const { rows } = await begin();
  // A row that another replica inserted since the statement began is visible only to the next statement.
  const [begun] = rows.length > 0 ? rows : (await begin()).rows;
  return begun ?? null;
}

/** Stores the channel and timestamp that identify a message in Slack. */
export async function keepPosted(
  db: SqlClient,
  deliveryId: string,
  { channel, ts }: { readonly channel: string; readonly ts: string },
): Promise<void> {
  await db.query('UPDATE slack_messages SET channel = $2, ts = $3 WHERE delivery_id = $1', [
    ...[deliveryId, channel, ts],
  ]);
}

/** For messages that were certainly not posted, or no longer exist. */
export async function forgetMessage(db: SqlClient, deliveryId: string): Promise<void> {
  await db.query('DELETE FROM slack_messages WHERE delivery_id = $1', [deliveryId]);
}

/** Records which delivery last updated a message, so that a retry of it skips the message. */
export async function keepRewritten(
  db: SqlClient,
  { messageId, deliveryId }: { readonly messageId: string; readonly deliveryId: string },
): Promise<void> {
  await db.query('UPDATE slack_messages SET rewritten_for = $2 WHERE delivery_id = $1', [
    ...[messageId, deliveryId],
  ]);
}

// None if a later decision follows, which updates the messages itself. Messages posted after this delivery are about
// later events and stay unchanged. Newest first: people see these, and Slack may throttle the rest.
const FIND_OLDER = `
  SELECT ${COLUMNS} FROM slack_messages m JOIN deliveries d ON d.id = $1
  WHERE m.workspace_id = d.workspace_id AND m.output_id = d.output_id AND m.n < d.n
    AND m.rewritten_for IS DISTINCT FROM d.id
    AND NOT EXISTS (
      SELECT FROM deliveries later
      WHERE later.workspace_id = d.workspace_id AND later.output_id = d.output_id AND later.n > d.n
        AND later.destination_id = d.destination_id AND later.event = ANY ($2::text[]))
  ORDER BY m.n DESC`;

/** The messages that a delivery must still update: earlier ones about its output. None if it was superseded. */
export async function findMessagesToRewrite(
  db: SqlClient,
  deliveryId: string,
): Promise<SlackMessage[]> {
  const { rows } = await db.query<SlackMessage>(FIND_OLDER, [
    ...[deliveryId, [...DECISIONS, 'deleted']],
  ]);
  return rows;
}

// Erasure repeats every few seconds for ten minutes: messages given up after nine are erased then.
const MAY_BE_EMPTIED = `told_at > now() - interval '9 minutes'`;

export interface MessageOfErased extends SlackMessage {
  readonly workspaceId: string;
}

/** The newest message of each workspace that is being erased. */
export async function findMessagesOfErased(db: SqlClient): Promise<MessageOfErased[]> {
  const { rows } = await db.query<MessageOfErased>(
    `SELECT DISTINCT ON (m.workspace_id) m.workspace_id AS "workspaceId", ${COLUMNS}
     FROM erased_workspaces JOIN slack_apps USING (workspace_id) JOIN slack_messages m USING (workspace_id)
     WHERE ${MAY_BE_EMPTIED} AND m.ts IS NOT NULL
     ORDER BY m.workspace_id, m.n DESC`,
  );
  return rows;
}

/** Whether messages of a workspace still have to be emptied. */
export async function isBeingEmptied(db: SqlClient, workspaceId: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM slack_messages m JOIN slack_apps USING (workspace_id)
     WHERE m.workspace_id = $1 AND m.ts IS NOT NULL
       AND EXISTS (SELECT FROM erased_workspaces WHERE workspace_id = $1 AND ${MAY_BE_EMPTIED})
     LIMIT 1`,
    [workspaceId],
  );
  return rows.length > 0;
}

// Skips deletions whose delivery is pending or dead. Skips an app that is off by now: its deliveries would end dead,
// and so would never be sent again.
const ADD_DELETIONS = `
  WITH app AS (SELECT id, workspace_id FROM destinations WHERE id = $1 AND is_active),
  page AS (
    SELECT m.output_id FROM slack_messages m
    WHERE m.workspace_id = (SELECT workspace_id FROM app) AND m.output_id > $2 AND m.ts IS NOT NULL
    ORDER BY m.output_id LIMIT 300
  ),
  added AS (
    INSERT INTO deliveries (workspace_id, destination_id, lane, output_id, event, happened_at)
    SELECT DISTINCT o.workspace_id, app.id, app.id, o.id, 'deleted', o.deleted_at
    FROM app CROSS JOIN page
    JOIN outputs o ON o.workspace_id = app.workspace_id AND o.id = page.output_id
    WHERE o.deleted_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM deliveries d
      WHERE d.workspace_id = o.workspace_id AND d.output_id = o.id AND d.destination_id = app.id
        AND d.event = 'deleted' AND d.state IN ('pending', 'retrying', 'dead'))
    RETURNING 1
  )
  SELECT (SELECT max(output_id) FROM page) AS last, (SELECT count(*)::int FROM added) AS added`;

// Slack accepts about one per second, and newly flagged outputs wait behind them.
const DELETIONS_MAX = 300;

/** Creates deliveries for outputs that were deleted while the app did not work: their messages still exist. */
export async function addDeletions(
  db: SqlClient,
  destinationId: string,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = '';
  for (let count = 0; after !== null && count < DELETIONS_MAX && !signal.aborted;) {
    const { rows }: { rows: { last: string | null; added: number }[] } = await db.query(
      ADD_DELETIONS,
      [destinationId, after],
    );
    after = rows[0]?.last ?? null;
    count += rows[0]?.added ?? 0;
  }
}
