import { type SqlClient, textArray } from '@output-review/runtime';

/** A row of the shared insert, with resolved names and an encoded body. */
export interface SubmissionRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
  readonly acceptedAt: Date;
  /** Until when the inline evaluation of a sync submission may take; null if no caller waits. */
  readonly leaseUntil: Date | null;
  /** The epoch of its slot. Null for all rows or for none: if a single process counts slots, none becomes outdated. */
  readonly slotEpoch: string | null;
  readonly projectId: string;
  readonly projectKey: string;
  readonly taskId: string | null;
  readonly taskKey: string | null;
  /** The JSON of its event up to the version of its instructions. */
  readonly openBody: string;
  /** The version that the caller named. */
  readonly instructionsVersion: number | null;
  /** The trace context of its request, for its event; null if it is not traced. */
  readonly traceparent: string | null;
  /** The attempt that took in its files; null for a row without files. */
  readonly fileAttempt: string | null;
}

/** An inserted row, and the position of its event in the outbox. */
interface InsertedRow {
  readonly seq: string;
  readonly workspaceId: string;
  readonly id: string;
  /** The version that it was stamped with; null if its task has no instructions. */
  readonly instructionsVersion: number | null;
}

const VERSION = 'coalesce(given.named_version, active.version)';
// Like `closeJson`.
const BODY = `given.open_body || coalesce(${VERSION}::text, 'null') || '}'`;

// A slot counts only under the valid epoch, which stays valid until the commit: a switch of counting waits for the
// commit and finds the rows.
const HELD = ', held AS MATERIALIZED (SELECT unnest(hold_rate_window()) AS epoch)';

// The attempt that took in the files must hold the reservation of the ID until the commit: whoever ends a reservation
// waits for the commit and finds the row.
const RESERVED = `, reserved AS MATERIALIZED (
    SELECT workspace_id, id FROM file_reservations
    JOIN (SELECT workspace_id, id, file_attempt AS attempt FROM given) AS claimed
      USING (workspace_id, id, attempt)
    ORDER BY workspace_id, id FOR UPDATE OF file_reservations
  )`;

const JOIN_RESERVED = `LEFT JOIN reserved ON reserved.workspace_id = given.workspace_id
      AND reserved.id = given.id`;

// One statement is one commit: submissions and their outbox rows are inserted together or not at all. Joins tokens and
// names again, because what was looked up before may be gone. Such a row is left out alone and answered separately.
// Sorted, so that two gateways that insert the same IDs do not deadlock. Without a named version the row gets the
// active one of the instructions, which completes the text of the event.
const insertText = (counted: Included, filed: Included): string => `
  WITH given AS (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
      $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::text[], $13::text[], $14::integer[]${counted(', $15::bigint[]')}${filed(`, $${counted('x') ? 16 : 15}::uuid[]`)}
    ) AS given (
      workspace_id, id, fingerprint, token_id, idempotency_key, accepted_at,
      lease_until, project_id, project_key, task_id, task_key, open_body, traceparent,
      named_version${counted(', slot_epoch')}${filed(', file_attempt')}
    )
  )${counted(HELD)}${filed(RESERVED)}, inserted AS (
    INSERT INTO submissions (
      workspace_id, id, fingerprint, token_id, idempotency_key, project_id, task_id,
      accepted_at, is_sync, lease_until, body, traceparent, instructions_version
      ${filed(', file_attempt')}
    )
    SELECT
      given.workspace_id, given.id, given.fingerprint, given.token_id, given.idempotency_key,
      given.project_id, given.task_id, given.accepted_at, given.lease_until IS NOT NULL,
      given.lease_until, ${BODY}, given.traceparent,
      ${VERSION}${filed(', file_attempt')}
    FROM given
    ${counted('JOIN held ON held.epoch = given.slot_epoch')}
    ${filed(JOIN_RESERVED)}
    JOIN tokens ON tokens.id = given.token_id
      AND tokens.revoked_at IS NULL
      AND (tokens.expires_at IS NULL OR tokens.expires_at > now())
    JOIN project_names ON project_names.workspace_id = given.workspace_id
      AND project_names.name_key = given.project_key
      AND project_names.project_id = given.project_id
    JOIN projects ON projects.workspace_id = given.workspace_id
      AND projects.id = given.project_id
      AND (projects.closing_id IS NULL OR projects.closing_ended = projects.closing_since)
    LEFT JOIN task_names ON task_names.workspace_id = given.workspace_id
      AND task_names.project_id = given.project_id
      AND task_names.name_key = given.task_key
    LEFT JOIN instructions_versions AS active ON active.workspace_id = given.workspace_id
      AND active.task_id = given.task_id
    WHERE given.task_id IS NOT DISTINCT FROM task_names.task_id
      ${filed('AND (given.file_attempt IS NULL OR reserved.id IS NOT NULL)')}
    ORDER BY given.workspace_id, given.id
    ON CONFLICT DO NOTHING
    RETURNING workspace_id, id, instructions_version
  )
  INSERT INTO submission_outbox (workspace_id, id, instructions_version)
  SELECT workspace_id, id, instructions_version FROM inserted
  RETURNING seq, workspace_id AS "workspaceId", id, instructions_version AS "instructionsVersion"`;

type Included = (fragment: string) => string;
const yes: Included = (fragment) => fragment;
const no: Included = () => '';

const INSERTS = {
  plain: { name: 'insert-submissions', text: insertText(no, no) },
  counted: { name: 'insert-counted-submissions', text: insertText(yes, no) },
  withFiles: { name: 'insert-submissions-with-files', text: insertText(no, yes) },
  countedWithFiles: {
    name: 'insert-counted-submissions-with-files',
    text: insertText(yes, yes),
  },
} as const;

/**
 * Inserts rows in one commit. A row that is missing from the answer was not inserted: its ID or key is taken, its token
 * is invalid, its names lead elsewhere, its slot is outdated, or its ID is no longer reserved for the attempt that took
 * in its files.
 *
 * No two rows may have the same ID or the same key.
 */
export async function insertSubmissions(
  client: SqlClient,
  rows: readonly SubmissionRow[],
): Promise<readonly InsertedRow[]> {
  const epochs = rows.map((row) => row.slotEpoch);
  const isCounted = epochs.some((epoch) => epoch !== null);
  const hasFiles = rows.some((row) => row.fileAttempt !== null);
  const { rows: inserted } = await client.query<InsertedRow>({
    ...insertFor(isCounted, hasFiles),
    values: [
      textArray(rows.map((row) => row.workspaceId)),
      textArray(rows.map((row) => row.id)),
      textArray(rows.map((row) => row.fingerprint)),
      textArray(rows.map((row) => row.tokenId)),
      textArray(rows.map((row) => row.idempotencyKey)),
      rows.map((row) => row.acceptedAt.toISOString()),
      rows.map((row) => row.leaseUntil?.toISOString() ?? null),
      textArray(rows.map((row) => row.projectId)),
      textArray(rows.map((row) => row.projectKey)),
      textArray(rows.map((row) => row.taskId)),
      textArray(rows.map((row) => row.taskKey)),
      textArray(rows.map((row) => row.openBody)),
      textArray(rows.map((row) => row.traceparent)),
      rows.map((row) => row.instructionsVersion),
      ...(isCounted ? [epochs] : []),
      ...(hasFiles ? [rows.map((row) => row.fileAttempt)] : []),
    ],
  });
  return inserted;
}

function insertFor(isCounted: boolean, hasFiles: boolean) {
  if (hasFiles) return isCounted ? INSERTS.countedWithFiles : INSERTS.withFiles;
  return isCounted ? INSERTS.counted : INSERTS.plain;
}
