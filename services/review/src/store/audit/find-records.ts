import type { SqlClient } from '@output-review/runtime';

import type { LinkedRecord } from '../../domain/audit-chain.ts';
import type { AuditRequest } from '../../domain/audit-request.ts';
import { type AuditRow, toLinkedRecord } from './audit-row.ts';

export interface FoundRecords {
  readonly records: readonly LinkedRecord[];
  /** Of all pages. */
  readonly total: number;
}

// What is not asked for is null, and asked of every row alike.
const MATCHING = `FROM audit_records WHERE workspace_id = $1
  AND ($2::text IS NULL OR log_id = $2)
  AND ($3::text IS NULL OR actor_name = $3 OR actor_id = $3)
  AND ($4::timestamptz IS NULL OR at >= $4)
  AND ($5::timestamptz IS NULL OR at <= $5)`;

/** One page of the records of a workspace, newest first. */
export const makeFindRecords =
  (sql: SqlClient) =>
  async ({ workspaceId, page, limit, ...filter }: AuditRequest): Promise<FoundRecords> => {
    const { logId = null, actor = null, from = null, to = null } = filter;
    const values = [workspaceId, logId, actor, from, to];
    // Without names: a plan must fit what is asked for, or the indexes are of no use.
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
  };
