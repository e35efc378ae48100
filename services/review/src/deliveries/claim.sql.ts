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

/** Lease of a claimed delivery. An attempt takes at most half of that time. */
export const LEASE_MS = 30_000;

// Above that, retries are due in nearly every lane in which one waits.
const DUE_MAX = 256;

// One index step per lane, however many deliveries it has.
const nextLane = (state: string, after: string): string =>
  `SELECT lane FROM deliveries WHERE state = '${state}' AND lane > ${after} ORDER BY lane LIMIT 1`;

const NEXT_LANE = (after: string) => `least((${nextLane('pending', after)}),
  CASE WHEN (SELECT count(*) FROM due) <= ${DUE_MAX} THEN (SELECT min(lane) FROM due WHERE lane > ${after})
    ELSE (${nextLane('retrying', after)}) END)`;

const LIST_LANES = `
WITH RECURSIVE due AS MATERIALIZED (
  SELECT lane FROM deliveries WHERE state = 'retrying' AND next_attempt_at <= $3
  ORDER BY next_attempt_at LIMIT ${DUE_MAX + 1}
), lanes (lane, place) AS (
  SELECT ${NEXT_LANE('$1::text')}, 1
  UNION ALL
  SELECT ${NEXT_LANE('lanes.lane')}, lanes.place + 1
  FROM lanes WHERE lanes.lane IS NOT NULL AND lanes.place < $2
)
SELECT lane FROM lanes WHERE lane IS NOT NULL ORDER BY place`;

/** Lanes after the given one that have something to send now, in order. Includes others while many retries are due. */
export async function listLanes(
  sql: SqlClient,
  { after, limit, at }: { readonly after: string; readonly limit: number; readonly at: Date },
): Promise<string[]> {
  const { rows } = await sql.query<{ lane: string }>({
    ...{ name: 'list-lanes', text: LIST_LANES, values: [after, limit, at] },
  });
  return rows.map(({ lane }) => lane);
}

export interface Claim {
  /** In the order of their turns. */
  readonly rooms: readonly LaneRoom[];
  readonly free: FreeShares;
  readonly at: Date;
  readonly leaseUntil: Date;
  /** Whether retries go before first attempts. Alternates so that neither starves. */
  readonly retriesFirst: boolean;
}

const IS_FREE = `(d.lease_until IS NULL OR d.lease_until <= $3)`;

const CLAIMABLE = `
  d.id, d.n, d.workspace_id, d.output_id, ${bytesOf('d.words')} AS word_bytes`;

const BODY_BYTES = bytesOf(...['b.output', 'b.input', 'b.action', 'b.metadata', 'b.attachments']);

// Takes the oldest first attempts of a lane, and retries that are due. A newer delivery of an output is not taken while
// an older one to the same destination has no recorded attempt, is being retried, or was superseded in flight. So an
// outdated message never arrives after the one that corrects it. Rows locked by other transactions are skipped: these
// claim or settle them. Every lane gets its first delivery before any gets its second. A delivery that exceeds the free
// bytes waits, and so does everything behind it, so that it gets its turn. Reading the length of a text does not read
// the text.
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

/** Claims due deliveries of lanes that have room. Concurrent processes claim different ones. */
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

/** Releases claimed deliveries for the next process. Locks in the order of other transactions that change several. */
export async function releaseDeliveries(
  sql: SqlClient,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'leaseUntil'>[],
): Promise<void> {
  if (claimed.length === 0) return;
  await sql.query(
    `UPDATE deliveries d SET lease_until = NULL
       FROM (
         SELECT d.id FROM deliveries d
         JOIN unnest($1::text[], $2::timestamptz[]) AS c (id, lease_until)
           ON d.id = c.id AND d.lease_until = c.lease_until
         ORDER BY d.workspace_id, d.n FOR UPDATE OF d
       ) AS held WHERE d.id = held.id`,
    [claimed.map(({ id }) => id), claimed.map(({ leaseUntil }) => leaseUntil)],
  );
}

/**
 * Releases everything that a killed process had claimed, including superseded deliveries. Call it only if no other
 * process uses the database.
 */
export async function releaseAllDeliveries(sql: SqlClient): Promise<void> {
  // Filters by destination to use the index on destination and state. Finished deliveries, nearly all, have no lease.
  await sql.query(
    `UPDATE deliveries SET lease_until = NULL
     WHERE lease_until IS NOT NULL AND state IN ('pending', 'retrying', 'superseded')
       AND destination_id IN (SELECT id FROM destinations)`,
  );
}

/** Ends a delivery that is no longer wanted. If its destination was disabled, ends a page of its deliveries. */
export async function dropDelivery(
  db: Database,
  { id, leaseUntil, destinationId, isWanted }: ClaimedDelivery,
): Promise<void> {
  if (!isWanted) await settlePage(db, destinationId);
  await db.query(
    // Leaves settled deliveries unchanged: the destination may have been enabled again.
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

/** Adds and claims a test delivery. Null if there is no such destination. */
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
