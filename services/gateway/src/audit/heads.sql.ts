import type { BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/**
 * Stores the heads of audit chains. A head that is already stored is not overwritten. Ignores workspaces that have
 * ended.
 */
export async function keepHeads(sql: SqlClient, heads: readonly SeenHead[]): Promise<void> {
  if (heads.length === 0) return;
  await sql.query(KEEP, [
    heads.map(({ workspaceId }) => workspaceId),
    heads.map(({ seq }) => seq),
    heads.map(({ link }) => link),
  ]);
}

/** Thins out heads that are more than a day old: keeps the last of each day for each workspace. */
export async function thinHeads(sql: SqlClient): Promise<void> {
  await sql.query(THIN);
}

export interface KeptHead {
  readonly workspaceId: string;
  readonly seq: number;
  readonly link: string;
  readonly keptAt: Date;
}

/** The stored heads by workspace and sequence number. */
export async function listKeptHeads(
  sql: SqlClient,
  {
    after = { workspaceId: '', seq: 0 },
    limit,
  }: BodyOf<typeof INTERNAL_OPERATIONS.listKeptAuditHeads>,
): Promise<KeptHead[]> {
  const { rows } = await sql.query<Omit<KeptHead, 'seq'> & { readonly seq: string }>(LIST, [
    ...[after.workspaceId, after.seq, limit],
  ]);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

// Inserts in key order, so that two gateways that store the same heads do not deadlock.
const KEEP = `
INSERT INTO audit_heads (workspace_id, seq, link)
SELECT workspace_id, seq, link
FROM unnest($1::text[], $2::bigint[], $3::text[]) AS h (workspace_id, seq, link)
WHERE EXISTS (SELECT FROM workspaces AS w WHERE w.id = h.workspace_id AND w.deleted_at IS NULL)
ORDER BY workspace_id, seq
ON CONFLICT DO NOTHING`;

// Older heads were thinned at that age. Those missed during a long downtime only take up space. Looks up the next head
// of each: a join with EXISTS would read all heads of all workspaces every minute.
const THIN = `
DELETE FROM audit_heads AS h
WHERE kept_at BETWEEN now() - interval '3 days' AND now() - interval '1 day'
  AND date_trunc('day', kept_at, 'UTC') = (
    SELECT date_trunc('day', next.kept_at, 'UTC') FROM audit_heads AS next
    WHERE next.workspace_id = h.workspace_id AND next.seq > h.seq
    ORDER BY next.seq LIMIT 1)`;

const LIST = `
SELECT workspace_id AS "workspaceId", seq, link, kept_at AS "keptAt" FROM audit_heads
WHERE (workspace_id, seq) > ($1, $2::bigint) ORDER BY workspace_id, seq LIMIT $3`;

/** The head of an audit chain. */
type SeenHead = Pick<KeptHead, 'workspaceId' | 'seq' | 'link'>;
