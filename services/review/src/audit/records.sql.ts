import type { AuditRecorded } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { AuditRequest, LinkedRecord } from './audit.pure.ts';

export interface AuditRow {
  readonly workspace_id: string;
  readonly seq: string;
  readonly event_id: string;
  readonly at: Date;
  readonly action: AuditRecorded['action'];
  readonly actor_kind: AuditRecorded['actor']['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly target_kind: AuditRecorded['target']['kind'];
  readonly target_id: string;
  readonly log_id: string | null;
  readonly before_change: string | null;
  readonly after_change: string | null;
  readonly link: string;
}

export function toLinkedRecord(row: AuditRow): LinkedRecord {
  return {
    workspaceId: row.workspace_id,
    seq: Number(row.seq),
    eventId: row.event_id,
    at: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    requestId: row.request_id,
    target: { kind: row.target_kind, id: row.target_id },
    logId: row.log_id,
    before: readState(row.before_change),
    after: readState(row.after_change),
    link: row.link,
  };
}

function readState(text: string | null): AuditRecorded['before'] {
  return text === null ? null : (JSON.parse(text) as AuditRecorded['before']);
}

export interface FoundRecords {
  readonly records: readonly LinkedRecord[];
  /** On all pages. */
  readonly total: number;
}

// An absent filter is null and matches every row.
const MATCHING = `FROM audit_records WHERE workspace_id = $1
  AND ($2::text IS NULL OR log_id = $2)
  AND ($3::text IS NULL OR actor_name = $3 OR actor_id = $3)
  AND ($4::timestamptz IS NULL OR at >= $4)
  AND ($5::timestamptz IS NULL OR at <= $5)`;

/** One page of the records of a workspace, newest first. */
export async function findRecords(
  sql: SqlClient,
  { workspaceId, page, limit, ...filter }: AuditRequest,
): Promise<FoundRecords> {
  const { logId = null, actor = null, from = null, to = null } = filter;
  const values = [workspaceId, logId, actor, from, to];
  // Not named statements: a generic plan would not use the indexes that fit the given filters.
  const [counted, found] = await Promise.all([
    sql.query<{ total: string }>(`SELECT count(*) AS total ${MATCHING}`, values),
    sql.query<AuditRow>(`SELECT * ${MATCHING} ORDER BY at DESC, seq DESC LIMIT $6 OFFSET $7`, [
      ...values,
      limit,
      (page - 1) * limit,
    ]),
  ]);
  return {
    records: found.rows.map(toLinkedRecord),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}
