import { DECISIONS } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** A message, which may not have been posted yet. */
export interface SlackMessage {
  readonly deliveryId: string;
  readonly channel: string;
  readonly begunAt: Date;
  /** Null while it is not known whether it was posted. */
  readonly ts: string | null;
}

export interface BegunMessage extends SlackMessage {
  /** Whether nobody has tried to post it before. */
  readonly isNew: boolean;
  /** Whether the output is decided, passed or deleted by now; a digest has none. */
  readonly isOver: boolean;
}

const COLUMNS = 'm.delivery_id AS "deliveryId", m.channel, m.begun_at AS "begunAt", m.ts';

// A statement sees nothing of what another part of it inserts: so one of the two sides at most has the row.
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

/** Keeps that a message is about to be posted. Null where its delivery is gone. */
export async function beginMessage(
  db: SqlClient,
  { deliveryId, channel, at }: { deliveryId: string; channel: string; at: Date },
): Promise<BegunMessage | null> {
  const begin = () => db.query<BegunMessage>(BEGIN, [deliveryId, channel, at]);
  const { rows } = await begin();
  // What another replica has begun since the statement did, only the next one sees.
  const [begun] = rows.length > 0 ? rows : (await begin()).rows;
  return begun ?? null;
}

/** Keeps what Slack knows a message by. */
export async function keepPosted(
  db: SqlClient,
  deliveryId: string,
  { channel, ts }: { readonly channel: string; readonly ts: string },
): Promise<void> {
  await db.query('UPDATE slack_messages SET channel = $2, ts = $3 WHERE delivery_id = $1', [
    ...[deliveryId, channel, ts],
  ]);
}

/** Of what was certainly not posted, and of what is not there any more. */
export async function forgetMessage(db: SqlClient, deliveryId: string): Promise<void> {
  await db.query('DELETE FROM slack_messages WHERE delivery_id = $1', [deliveryId]);
}

// A newer decision says how the output stands; what came after the newest has a message of its own.
const FIND_OLDER = `
  SELECT ${COLUMNS} FROM slack_messages m JOIN deliveries d ON d.id = $1
  WHERE m.workspace_id = d.workspace_id AND m.output_id = d.output_id AND m.n < d.n
    AND NOT EXISTS (
      SELECT FROM deliveries later
      WHERE later.workspace_id = d.workspace_id AND later.output_id = d.output_id AND later.n > d.n
        AND later.destination_id = d.destination_id AND later.event = ANY ($2::text[]))
  ORDER BY m.n`;

/** The messages that a delivery rewrites: those about its output that went before it; none where it is old news. */
export async function findMessagesBefore(
  db: SqlClient,
  deliveryId: string,
): Promise<SlackMessage[]> {
  const { rows } = await db.query<SlackMessage>(FIND_OLDER, [
    ...[deliveryId, [...DECISIONS, 'deleted']],
  ]);
  return rows;
}
