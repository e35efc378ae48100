import type { Database, Encryptor, SqlClient } from '@output-review/runtime';

import { ENDED_STATE, settlePage } from '../destinations/destinations.sql.ts';
import { bytesOf } from '../outputs/contents.sql.ts';
import type { FreeShares, LaneRoom } from './concurrency-limits.ts';
import {
  type ClaimedDelivery,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  TARGET_COLUMNS,
  type TargetRow,
  toClaimed,
} from './rows.sql.ts';

/** Until then nobody else sends what is claimed now: an attempt ends in half of that time. */
export const LEASE_MS = 30_000;

// One step of an index for each lane, however many deliveries stand in it.
const NEXT_LANE = (after: string) => `least(
  (SELECT lane FROM deliveries WHERE state = 'pending' AND lane > ${after} ORDER BY lane LIMIT 1),
  (SELECT lane FROM deliveries WHERE state = 'retrying' AND lane > ${after} ORDER BY lane LIMIT 1))`;

const LIST_LANES = `
WITH RECURSIVE lanes (lane, place) AS (
  SELECT ${NEXT_LANE('$1::text')}, 1
  UNION ALL
  SELECT ${NEXT_LANE('lanes.lane')}, lanes.place + 1
  FROM lanes WHERE lanes.lane IS NOT NULL AND lanes.place < $2
)
SELECT lane FROM lanes WHERE lane IS NOT NULL ORDER BY place`;

/** Lanes that have something to send, now or later, behind the given one, in their order. */
export async function listLanes(sql: SqlClient, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ lane: string }>({
    ...{ name: 'list-lanes', text: LIST_LANES, values: [after, limit] },
  });
  return rows.map(({ lane }) => lane);
}

export interface Claim {
  /** In the order in which it is their turn. */
  readonly rooms: readonly LaneRoom[];
  readonly free: FreeShares;
  readonly at: Date;
  readonly leaseUntil: Date;
  /** Whether retries go before what was never tried: in turns, so that neither starves. */
  readonly retriesFirst: boolean;
}

const IS_FREE = `(d.lease_until IS NULL OR d.lease_until <= $3)`;

const CLAIMABLE = `
  d.id, d.n, d.workspace_id, d.output_id, ${bytesOf('d.words')} AS word_bytes`;

const BODY_BYTES = bytesOf(...['b.output', 'b.input', 'b.action', 'b.metadata', 'b.attachments']);

// Of a lane the oldest that was never tried, and any that is due to be tried again. While something of an
// output has never been tried at a destination, nothing newer of it is taken: it is pending until its first
// attempt is written down, also while another process makes that. Nor is it while an older one is being
// repeated, or still on its way when it became old news: a message that says what is no longer so must not
// come after the one that mends it. What is locked is being claimed, or settled, by somebody else. Each lane
// gets its first before any gets its second. What holds too many bytes for what is free waits, and whatever
// is behind it: so its turn comes. How long a text is, is known without reading it.
const CLAIM = `
WITH free AS (
  SELECT next.*, l.place,
    row_number() OVER (PARTITION BY l.lane ORDER BY next.is_retry = $6 DESC, next.n) AS rank,
    l.room, l.is_quick
  FROM unnest($1::text[], $2::int[], $7::boolean[]) WITH ORDINALITY AS l (lane, room, is_quick, place)
  CROSS JOIN LATERAL (
    SELECT * FROM (
      SELECT ${CLAIMABLE}, true AS is_retry FROM deliveries d
      WHERE d.lane = l.lane AND d.state = 'retrying' AND d.next_attempt_at <= $3 AND ${IS_FREE}
      ORDER BY d.next_attempt_at LIMIT l.room FOR UPDATE SKIP LOCKED
    ) AS due
    UNION ALL
    SELECT * FROM (
      SELECT ${CLAIMABLE}, false AS is_retry FROM deliveries d
      WHERE d.lane = l.lane AND d.state = 'pending' AND ${IS_FREE}
        AND NOT EXISTS (
          SELECT FROM deliveries older
          WHERE older.workspace_id = d.workspace_id AND older.output_id = d.output_id
            AND older.destination_id = d.destination_id AND older.n < d.n
            AND (older.state = 'pending' OR older.state = 'retrying'
              AND (older.lease_until > $3 OR older.next_attempt_at <= $3)
              OR older.state = 'superseded' AND older.lease_until > $3))
      ORDER BY d.n LIMIT l.room FOR UPDATE SKIP LOCKED
    ) AS fresh
  ) AS next
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY is_quick ORDER BY rank, place) AS turn
  FROM free WHERE rank <= room
), chosen AS (
  SELECT * FROM ranked WHERE is_quick OR turn <= $8 ORDER BY rank, place LIMIT $4
), sized AS (
  SELECT c.*, c.word_bytes + coalesce((
    SELECT ${BODY_BYTES} FROM output_bodies b
    WHERE b.workspace_id = c.workspace_id AND b.id = c.output_id), 0) AS bytes
  FROM chosen c
), added AS (
  SELECT *, sum(bytes) OVER (PARTITION BY is_quick ORDER BY rank, place) AS bytes_so_far FROM sized
), claimed AS (
  UPDATE deliveries d SET lease_until = $5 FROM added c
  WHERE d.id = c.id AND c.bytes_so_far <= CASE WHEN c.is_quick THEN $9::bigint ELSE $10::bigint END
  RETURNING d.*, c.rank, c.place, c.bytes
)
SELECT ${DELIVERY_COLUMNS}, ${TARGET_COLUMNS}, d.bytes AS "contentBytes"
FROM claimed d JOIN destinations x ON x.id = d.destination_id
ORDER BY d.rank, d.place`;

/** Claims what is due in lanes that have room. Several processes claim different ones. */
export async function claimDeliveries(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { rooms, free, at, leaseUntil, retriesFirst }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql.query<DeliveryRow & TargetRow>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [
      ...[rooms.map(({ lane }) => lane), rooms.map(({ room }) => room)],
      ...[at, free.quick.places, leaseUntil, retriesFirst],
      ...[rooms.map(({ isQuick }) => isQuick), free.others.places],
      ...[free.quick.bytes, free.others.bytes],
    ],
  });
  return rows.map((row) => toClaimed(row, encryptor.open, at));
}

/** Leaves claimed deliveries to whoever comes next. */
export async function releaseDeliveries(
  sql: SqlClient,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  if (claimed.length === 0) return;
  await sql.query(
    `UPDATE deliveries d SET lease_until = NULL
       FROM unnest($1::text[], $2::timestamptz[]) AS c (id, lease_until)
       WHERE d.id = c.id AND d.lease_until = c.lease_until`,
    [claimed.map(({ id }) => id), claimed.map(({ leaseUntil }) => leaseUntil)],
  );
}

/**
 * Takes back what a killed process had claimed, also what became old news meanwhile. Only for who is alone on
 * the database.
 */
export async function releaseAllDeliveries(sql: SqlClient): Promise<void> {
  // By destination, which an index has beside the state: what is over has no lease, and is nearly all.
  await sql.query(
    `UPDATE deliveries SET lease_until = NULL
     WHERE lease_until IS NOT NULL AND state IN ('pending', 'retrying', 'superseded')
       AND destination_id IN (SELECT id FROM destinations)`,
  );
}

/** Ends a delivery that nobody is to be told of any more; of a destination that has ended, a page of them. */
export async function dropDelivery(
  db: Database,
  { id, leaseUntil, destinationId, isWanted }: ClaimedDelivery,
): Promise<void> {
  if (!isWanted) await settlePage(db, destinationId);
  await db.query(
    // What is settled already stays what it is: its destination may be turned on again by now.
    `UPDATE deliveries d SET next_attempt_at = NULL, lease_until = NULL,
         state = CASE WHEN d.state IN ('pending', 'retrying') THEN ${ENDED_STATE} ELSE d.state END
       FROM destinations x WHERE d.id = $1 AND d.lease_until = $2 AND x.id = d.destination_id`,
    [id, leaseUntil],
  );
}

export interface NewTest {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly at: Date;
  readonly leaseUntil: Date;
}

/** Adds a test for a destination and claims it; null where there is no such destination. */
export async function addTest(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { workspaceId, destinationId, at, leaseUntil }: NewTest,
): Promise<ClaimedDelivery | null> {
  const { rows } = await sql.query<DeliveryRow & TargetRow>(
    `WITH d AS (
         INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, lease_until)
         SELECT workspace_id, id, id, 'test', $3, $4 FROM destinations
         WHERE workspace_id = $1 AND id = $2
         RETURNING *
       )
       SELECT ${DELIVERY_COLUMNS}, ${TARGET_COLUMNS}, 0 AS "contentBytes"
       FROM d JOIN destinations x ON x.id = d.destination_id`,
    [workspaceId, destinationId, at, leaseUntil],
  );
  const [row] = rows;
  return row ? toClaimed(row, encryptor.open, at) : null;
}

/** What kind of destination it is; null where there is no such one. */
export async function findKind(
  sql: SqlClient,
  workspaceId: string,
  destinationId: string,
): Promise<ClaimedDelivery['kind'] | null> {
  const { rows } = await sql.query<{ kind: ClaimedDelivery['kind'] }>(
    'SELECT kind FROM destinations WHERE workspace_id = $1 AND id = $2',
    [workspaceId, destinationId],
  );
  return rows[0]?.kind ?? null;
}
