import type { SqlClient } from '@output-review/runtime';

import type { ChainHead, LinkedRecord } from '../../domain/audit-chain.ts';
import { type AuditRow, toLinkedRecord } from './audit-row.ts';

export interface HeadsQuery {
  /** The last workspace of the page before. */
  readonly after?: string;
  readonly changedSince?: string;
  readonly limit: number;
}

export interface KnownHead extends ChainHead {
  readonly erasedAt: Date | null;
}

interface HeadRow {
  readonly workspace_id: string;
  readonly seq: string;
  readonly link: string;
  readonly erased_at: Date | null;
}

/** The ends of the chains, by workspace. */
export const makeListHeads =
  (sql: SqlClient) =>
  async ({ after = '', changedSince, limit }: HeadsQuery): Promise<KnownHead[]> => {
    const { rows } = await sql.query<HeadRow>(
      `SELECT workspace_id, seq, link, erased_at FROM audit_heads
       WHERE workspace_id > $1 AND ($2::timestamptz IS NULL OR changed_at >= $2)
       ORDER BY workspace_id LIMIT $3`,
      [after, changedSince ?? null, limit],
    );
    return rows.map(({ workspace_id: workspaceId, seq, link, erased_at: erasedAt }) => ({
      ...{ workspaceId, seq: Number(seq), link, erasedAt },
    }));
  };

export interface ChainQuery {
  readonly workspaceId: string;
  readonly afterSeq: number;
  readonly limit: number;
}

/** A part of one chain, in its order, as it stands in the table. */
export const makeReadChain =
  (sql: SqlClient) =>
  async ({ workspaceId, afterSeq, limit }: ChainQuery): Promise<LinkedRecord[]> => {
    const { rows } = await sql.query<AuditRow>(
      'SELECT * FROM audit_records WHERE workspace_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [workspaceId, afterSeq, limit],
    );
    return rows.map(toLinkedRecord);
  };
