import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient, SqlStatement } from '@output-review/runtime';

import { inKeyOrder, type OutputKey } from './submissions.sql.ts';

/** A submission whose body is still stored. */
export interface SubmissionBody extends OutputKey {
  /** Whether the gateway no longer needs the body once review has the output. */
  readonly isDroppable: boolean;
  /** With microseconds, as PostgreSQL writes it. */
  readonly acceptedAt: string;
}

/** A page of bodies, oldest first. */
export interface BodiesPage {
  readonly bodies: readonly SubmissionBody[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** How much may be sent again, or was. */
export interface ResendVolume {
  readonly rows: number;
  /** The bytes of the bodies. */
  readonly bytes: number;
}

// One call to review and one statement here. The interface between them allows as many.
const PAGE_ROWS = 2_000;

// Sync submissions without an answer keep their body for a day, as long as a key, because a repeat finishes them.
// Leaves out those whose event may be unsent, because the event is made from the body: review may have an output that
// the evaluator has not received. An outbox row is written within a minute of the acceptance, or later when the
// submission is sent again.
const LIST = `
  SELECT workspace_id AS "workspaceId", id, accepted_at::text AS "acceptedAt",
    NOT is_sync OR answer IS NOT NULL OR lease_until < now() - interval '1 day' AS "isDroppable"
  FROM submissions
  WHERE body IS NOT NULL
    AND accepted_at < interval '-60 seconds' + coalesce(
      (SELECT created_at FROM submission_outbox ORDER BY seq LIMIT 1), now()
    )
    AND accepted_at > coalesce($1::timestamptz, '-infinity')
    AND (resent_at IS NULL OR NOT EXISTS (
      SELECT FROM submission_outbox AS unsent
      WHERE unsent.workspace_id = submissions.workspace_id AND unsent.id = submissions.id
    ))
  ORDER BY submissions.accepted_at
  LIMIT ${PAGE_ROWS}`;

// Seconds after the acceptance. A page that a checkpoint has written since is logged in full when it changes, and read
// back if it is no longer cached: bodies of a minute ago cost twice as much. An event was sent if the outbox has no row
// of it. That check is one hash table, which is small while the oldest row is young. What is left here is found a
// minute after its acceptance.
const LIST_RECENT = `
  SELECT workspace_id AS "workspaceId", id, accepted_at::text AS "acceptedAt", true AS "isDroppable"
  FROM submissions
  WHERE body IS NOT NULL
    AND (NOT is_sync OR answer IS NOT NULL)
    AND resent_at IS NULL
    AND accepted_at > greatest($1::timestamptz, now() - interval '2 minutes')
    AND accepted_at < now() - interval '5 seconds'
    AND coalesce((
      SELECT created_at > now() - interval '10 seconds' FROM submission_outbox ORDER BY seq LIMIT 1
    ), true)
    AND (workspace_id, id) NOT IN (SELECT workspace_id, id FROM submission_outbox)
  ORDER BY submissions.accepted_at
  LIMIT ${PAGE_ROWS}`;

/** Submissions whose body is still stored a minute after their acceptance. */
export function listBodies(client: SqlClient, after: string | null): Promise<BodiesPage> {
  return readPage(client, { name: 'list-submission-bodies', text: LIST, values: [after] });
}

/** Those of the last two minutes that the gateway no longer needs once review has them; none while many are unsent. */
export function listRecentBodies(client: SqlClient, after: string | null): Promise<BodiesPage> {
  return readPage(client, { name: 'list-recent-bodies', text: LIST_RECENT, values: [after] });
}

async function readPage(client: SqlClient, statement: SqlStatement): Promise<BodiesPage> {
  const { rows: bodies } = await client.query<SubmissionBody>(statement);
  const last = bodies.length < PAGE_ROWS ? null : bodies.at(-1);
  return { bodies, next: last?.acceptedAt ?? null };
}

// Bodies are rare once review has the outputs. If statistics say so during a backlog, the index of `body IS NOT NULL`
// looks nearly empty, and each page of a backlog of a million reads all of its bodies. This condition means the same,
// but uses neither that index nor the body.
const HAS_BODY = 'octet_length(submissions.body) IS NOT NULL';

/** Empties the bodies of these submissions. */
export async function dropBodies(client: SqlClient, held: readonly OutputKey[]): Promise<void> {
  const keys = inKeyOrder(held);
  await client.query({
    name: 'drop-submission-bodies',
    text: `UPDATE submissions SET body = NULL, traceparent = NULL
           FROM unnest($1::text[], $2::text[]) AS held (workspace_id, id)
           WHERE submissions.workspace_id = held.workspace_id AND submissions.id = held.id
             -- Another gateway may have dropped the same ones.
             AND ${HAS_BODY}`,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id)],
  });
}

// Five minutes: by then a killed consumer has been replaced many times over, and a short overload is worked off. After
// that a submission waits as long again as it has waited so far, at most a day. If review does not take it, because it
// lags or has set it aside, repeats become rare.
const RESEND = `
  WITH due AS (
    SELECT workspace_id, id, octet_length(body) AS bytes, accepted_at
    FROM submissions
    JOIN unnest($1::text[], $2::text[]) AS missing (workspace_id, id) USING (workspace_id, id)
    WHERE ${HAS_BODY}
      AND now() - coalesce(resent_at, accepted_at) >= greatest(
        interval '5 minutes',
        least(interval '1 day', coalesce(resent_at, accepted_at) - accepted_at)
      )
      AND NOT EXISTS (
        SELECT FROM submission_outbox AS unsent
        WHERE unsent.workspace_id = submissions.workspace_id AND unsent.id = submissions.id
      )
    ORDER BY accepted_at LIMIT $3
    -- Another gateway may be processing the same ones.
    FOR UPDATE OF submissions SKIP LOCKED
  ), fitting AS (
    SELECT workspace_id, id, bytes FROM (
      SELECT *, sum(bytes) OVER (ORDER BY accepted_at, workspace_id, id) AS total FROM due
    ) AS running
    WHERE total - bytes < $4
  ), marked AS (
    UPDATE submissions SET resent_at = now() FROM fitting
    WHERE submissions.workspace_id = fitting.workspace_id AND submissions.id = fitting.id
    RETURNING submissions.workspace_id, submissions.id, submissions.accepted_at, fitting.bytes
  ), added AS (
    INSERT INTO submission_outbox (workspace_id, id)
    SELECT workspace_id, id FROM marked ORDER BY accepted_at
  )
  SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM marked`;

/**
 * Puts those of these submissions that are due back into the outbox, oldest first, and returns how much that is.
 * Consumers must handle duplicates. A single submission may exceed the limit.
 */
export async function resendSubmissions(
  client: SqlClient,
  keys: readonly OutputKey[],
  room: ResendVolume,
): Promise<ResendVolume> {
  const { rows } = await client.query<{ rows: string; bytes: string }>({
    name: 'resend-submissions',
    text: RESEND,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id), room.rows, room.bytes],
  });
  return { rows: Number(rows[0]?.rows ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** A submission that was accepted and has not been deleted. */
export interface AcceptedOutput {
  readonly id: string;
  /** Size of the published JSON; null once review has confirmed that it stores the output. */
  readonly bodyBytes: number | null;
}

/** Omits IDs that were never accepted or are deleted. */
export async function findAccepted(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly AcceptedOutput[]> {
  const { rows } = await db.query<AcceptedOutput>({
    name: 'find-known-submissions',
    text: `SELECT id, octet_length(body) AS "bodyBytes" FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2) AND deleted_at IS NULL`,
    values: [workspaceId, ids],
  });
  return rows;
}

/** The published events of these outputs; omits those whose body was dropped. */
export async function readBodies(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly OutputsSubmitted[]> {
  const { rows } = await db.query<{ body: string }>({
    name: 'read-known-bodies',
    text: `SELECT body FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2) AND body IS NOT NULL`,
    values: [workspaceId, ids],
  });
  // The gateway wrote the body from this type.
  return rows.map(({ body }) => JSON.parse(body) as OutputsSubmitted);
}
