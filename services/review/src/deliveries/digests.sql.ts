import { type Database, newId, type SqlClient } from '@output-review/runtime';

import { listed } from '../destinations/fan-out.sql.ts';
import { CALLING_EVENTS } from '../destinations/notifications.pure.ts';
import { nameOf } from '../details/listed.sql.ts';
import type { Digest, DigestOutput, DigestProject } from './digest.pure.ts';

const FIND_DUE = `
  SELECT DISTINCT destination_id AS id FROM digest_items WHERE digest_id IS NULL AND digest_at <= $1`;

/** The destinations whose digest is due. */
export async function findDueDigests(db: SqlClient, at: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    ...{ name: 'find-due-digests', text: FIND_DUE, values: [at] },
  });
  return rows.map(({ id }) => id);
}

// Whether an output `o` waits for a decision.
const WAITS = `o.visible AND o.human_decision IS NULL AND o.status IN ('flagged', 'error')`;

// Whether no later request for a decision on the output of an item `i` went to the destination.
const IS_NEWS = `NOT EXISTS (
  SELECT FROM deliveries d
  WHERE d.workspace_id = i.workspace_id AND d.output_id = i.output_id
    AND d.destination_id = i.destination_id AND d.happened_at > i.happened_at
    AND d.event IN (${listed(CALLING_EVENTS)}))`;

// Keeps a statement well below its timeout, however many items there are.
const PAGE_ROWS = 5_000;

// Skips items of outputs that are being deleted.
const GATHER_PAGE = `
  WITH due AS (
    SELECT i.n, ${WAITS} AND ${IS_NEWS} AS is_included
    FROM digest_items i JOIN outputs o ON o.workspace_id = i.workspace_id AND o.id = i.output_id
    WHERE i.destination_id = $1 AND i.digest_id IS NULL AND i.digest_at <= $2
    ORDER BY i.digest_at LIMIT ${PAGE_ROWS} FOR UPDATE OF i SKIP LOCKED
  ), settled AS (
    DELETE FROM digest_items i USING due WHERE i.n = due.n AND NOT due.is_included
  ), gathered AS (
    UPDATE digest_items i SET digest_id = $3 FROM due WHERE i.n = due.n AND due.is_included
    RETURNING i.n
  )
  SELECT (SELECT count(*)::int FROM due) AS due, (SELECT count(*)::int FROM gathered) AS gathered`;

const ADD = `
  INSERT INTO deliveries (id, workspace_id, destination_id, lane, event, happened_at)
  SELECT $3, workspace_id, id, id, 'digest', $2
  FROM destinations WHERE id = $1`;

/**
 * Creates one delivery for the items gathered for a destination that still wait, or none if there are none. A
 * concurrent call waits for this one and then finds nothing. @returns whether a delivery was created.
 */
export function makeDigest(db: Database, destinationId: string, at: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT FROM destinations WHERE id = $1 FOR UPDATE', [destinationId]);
    const values = [destinationId, at, newId()];
    let isAny = false;
    let due: number;
    do {
      const { rows } = await tx.query<{ due: number; gathered: number }>(GATHER_PAGE, values);
      due = rows[0]?.due ?? 0;
      isAny ||= (rows[0]?.gathered ?? 0) > 0;
    } while (due === PAGE_ROWS);
    if (isAny) await tx.query(ADD, values);
    return isAny;
  });
}

// An output that was flagged twice counts once.
const WAITING = `
  WITH waiting AS (
    SELECT DISTINCT o.id, o.workspace_id, o.project_id, o.task_id, o.status, o.due_at, o.timestamp
    FROM digest_items i JOIN outputs o ON o.workspace_id = i.workspace_id AND o.id = i.output_id
    WHERE i.digest_id = $1 AND ${WAITS}
  )`;

const COUNT_BY_PROJECT = `${WAITING}
  SELECT nullif(project_id, '') AS "projectId", ${nameOf('project', 'w')} AS "projectName", total, errors FROM (
    SELECT workspace_id, project_id, count(*)::int AS total,
      count(*) FILTER (WHERE status = 'error')::int AS errors
    FROM waiting GROUP BY workspace_id, project_id
  ) AS w ORDER BY total DESC, 2, 1`;

const MOST_URGENT_MAX = 10;

const FIND_MOST_URGENT = `${WAITING}
  SELECT id, ${nameOf('project', 'w')} AS "projectName", ${nameOf('task', 'w')} AS "taskName", status,
    due_at AS "respondBy", timestamp
  FROM waiting w ORDER BY due_at NULLS LAST, timestamp, id LIMIT ${MOST_URGENT_MAX}`;

/** The present contents of a digest, null if nothing in it waits any more. */
export async function findDigest(db: SqlClient, deliveryId: string): Promise<Digest | null> {
  const { rows: projects } = await db.query<DigestProject>(COUNT_BY_PROJECT, [deliveryId]);
  const { rows: mostUrgent } = await db.query<DigestOutput>(FIND_MOST_URGENT, [deliveryId]);
  if (projects.length === 0 || mostUrgent.length === 0) return null;
  return { total: projects.reduce((sum, { total }) => sum + total, 0), projects, mostUrgent };
}
