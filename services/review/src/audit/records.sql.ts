import type { listAuditRecords, QueryOf } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';
import type { ChainedRecord } from '@output-review/shared-kernel';

export interface LinkedRecord extends ChainedRecord {
  readonly link: string;
}

export interface RecordRow extends Omit<LinkedRecord, 'at'> {
  readonly at: Date;
}

export const RECORD_COLUMNS = `
  workspace_id AS "workspaceId", seq::float8 AS seq, event_id AS "eventId", at, action,
  json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) AS actor,
  address, request_id AS "requestId", json_build_object('kind', target_kind, 'id', target_id) AS target,
  log_id AS "logId", before_change::json AS before, after_change::json AS after, link`;

export function toRecord(row: RecordRow): LinkedRecord {
  return { ...row, at: row.at.toISOString() };
}

/** Selects records. An absent filter matches all. */
export interface AuditRequest extends Readonly<
  Omit<QueryOf<typeof listAuditRecords>, 'from' | 'to'>
> {
  readonly workspaceId: string;
  readonly from: Date | null;
  readonly to: Date | null;
}

// An absent filter is null and matches every row.
const MATCHING = `FROM audit_records WHERE workspace_id = $1
  AND ($2::text IS NULL OR log_id = $2)
  AND ($3::text IS NULL OR actor_name = $3 OR actor_id = $3)
  AND ($4::timestamptz IS NULL OR at >= $4)
  AND ($5::timestamptz IS NULL OR at <= $5)`;

/**
 * One page of the records of a workspace, newest first, and the number of all. Sorts by the columns, not by what is
 * selected: only these have an index.
 */
export async function findRecords(
  sql: SqlClient,
  { workspaceId, page, limit, logId, actor, from, to }: AuditRequest,
): Promise<{ readonly records: readonly LinkedRecord[]; readonly total: number }> {
  const values = [workspaceId, logId ?? null, actor ?? null, from, to];
  // Not named statements: a generic plan would not use the indexes that fit the given filters.
  const [counted, found] = await Promise.all([
    sql.query<{ total: number }>(`SELECT count(*)::float8 AS total ${MATCHING}`, values),
    sql.query<RecordRow>(
      `SELECT ${RECORD_COLUMNS} ${MATCHING} ORDER BY audit_records.at DESC, audit_records.seq DESC LIMIT $6 OFFSET $7`,
      [...values, limit, (page - 1) * limit],
    ),
  ]);
  return { records: found.rows.map(toRecord), total: counted.rows[0]?.total ?? 0 };
}
