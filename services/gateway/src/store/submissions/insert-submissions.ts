import { type SqlClient, textArray } from '@output-review/runtime';

/** A row of the shared insert, its names resolved and its body encoded. */
export interface SubmissionRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
  readonly acceptedAt: Date;
  readonly leaseUntil: Date | null;
  /** Null for all rows or for none: where one process counts slots, nothing makes them outdated. */
  readonly slotEpoch: string | null;
  readonly projectId: string;
  readonly projectKey: string;
  readonly taskId: string | null;
  readonly taskKey: string | null;
  readonly body: string;
  readonly traceparent: string | null;
}

/** A row that is in, and the place of its event in the outbox. */
export interface InsertedRow {
  readonly seq: string;
  readonly workspaceId: string;
  readonly id: string;
}

// One statement is one commit: the submissions and their outbox rows stand or fall together.
// Tokens and names are joined again, because what was looked up a moment ago may be gone: such a
// row drops out alone, and is then answered properly. Sorted, so that two gateways that insert the
// same ids wait for each other in one order.
const makeInsert = (held: Held): string => `
  WITH given AS (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
      $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::text[], $13::text[]${held.parameter}
    ) AS given (
      workspace_id, id, fingerprint, token_id, idempotency_key, accepted_at,
      lease_until, project_id, project_key, task_id, task_key, body, traceparent${held.column}
    )
  )${held.query}, inserted AS (
    INSERT INTO submissions (
      workspace_id, id, fingerprint, token_id, idempotency_key, project_id, task_id,
      accepted_at, is_sync, lease_until, body, traceparent
    )
    SELECT
      given.workspace_id, given.id, given.fingerprint, given.token_id, given.idempotency_key,
      given.project_id, given.task_id, given.accepted_at, given.lease_until IS NOT NULL,
      given.lease_until, given.body, given.traceparent
    FROM given${held.join}
    JOIN tokens ON tokens.id = given.token_id
      AND tokens.revoked_at IS NULL
      AND (tokens.expires_at IS NULL OR tokens.expires_at > now())
    JOIN project_names ON project_names.workspace_id = given.workspace_id
      AND project_names.name_key = given.project_key
      AND project_names.project_id = given.project_id
    JOIN projects ON projects.workspace_id = given.workspace_id
      AND projects.id = given.project_id
      AND projects.closing_id IS NULL
    LEFT JOIN task_names ON task_names.workspace_id = given.workspace_id
      AND task_names.project_id = given.project_id
      AND task_names.name_key = given.task_key
    WHERE given.task_id IS NOT DISTINCT FROM task_names.task_id
    ORDER BY given.workspace_id, given.id
    ON CONFLICT DO NOTHING
    RETURNING workspace_id, id
  )
  INSERT INTO submission_outbox (workspace_id, id)
  SELECT workspace_id, id FROM inserted
  RETURNING seq, workspace_id, id`;

interface Held {
  readonly parameter: string;
  readonly column: string;
  readonly query: string;
  readonly join: string;
}

const INSERT = makeInsert({ parameter: '', column: '', query: '', join: '' });

// A slot counts only under the epoch that is valid, and that stays valid until the commit: a switch
// of where slots are counted waits for it, and finds the rows.
const INSERT_COUNTED = makeInsert({
  parameter: ', $14::bigint[]',
  column: ', slot_epoch',
  query: ', held AS MATERIALIZED (SELECT unnest(hold_rate_window()) AS epoch)',
  join: ' JOIN held ON held.epoch = given.slot_epoch',
});

/**
 * Inserts rows in one commit. What is not among the answers was not inserted: its id or key is
 * taken, its token is dead, its names lead elsewhere by now, or its slot is outdated.
 *
 * No two rows may have the same id or the same key.
 */
export async function insertSubmissions(
  client: SqlClient,
  rows: readonly SubmissionRow[],
): Promise<readonly InsertedRow[]> {
  const epochs = rows.map((row) => row.slotEpoch);
  const isCounted = epochs.some((epoch) => epoch !== null);
  const { rows: inserted } = await client.query<{ seq: string; workspace_id: string; id: string }>({
    ...(isCounted
      ? { name: 'insert-counted-submissions', text: INSERT_COUNTED }
      : { name: 'insert-submissions', text: INSERT }),
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
      textArray(rows.map((row) => row.body)),
      textArray(rows.map((row) => row.traceparent)),
      ...(isCounted ? [epochs] : []),
    ],
  });
  return inserted.map(({ seq, workspace_id, id }) => ({ seq, workspaceId: workspace_id, id }));
}
