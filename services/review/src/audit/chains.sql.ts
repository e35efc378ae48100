import type { BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Database, SqlClient, Transaction } from '@output-review/runtime';
import type { ChainedRecord, LinkOf } from '@output-review/shared-kernel';

import { type LinkedRecord, RECORD_COLUMNS, type RecordRow, toRecord } from './records.sql.ts';

/** A reported audit record, with the ID of its event. */
type ReportedRecord = Omit<ChainedRecord, 'seq'>;

/** The last link of a chain. */
interface ChainHead {
  readonly workspaceId: string;
  /** The number of its last record, 0 before the first. */
  readonly seq: number;
  readonly link: string;
}

/** Appends records to the chains. Existing records stay unchanged. Drops records of erased workspaces. */
export function appendRecords(
  db: Database,
  reported: readonly ReportedRecord[],
  linkOf: LinkOf,
): Promise<void> {
  return db.transaction(async (tx) => {
    const heads = await lockHeads(tx, reported);
    const ends = new Map(heads.map((head) => [head.workspaceId, head]));
    const records: LinkedRecord[] = [];
    for (const fresh of await onlyFresh(tx, reported)) {
      const end = ends.get(fresh.workspaceId);
      if (!end) continue;
      // The hash covers the time in the one format in which times are stored.
      const at = new Date(fresh.at).toISOString();
      const record = { ...fresh, at, seq: end.seq + 1 };
      const linked = { ...record, link: linkOf(end.link, record) };
      ends.set(fresh.workspaceId, linked);
      records.push(linked);
    }
    if (records.length === 0) return;
    await insertRecords(tx, records);
    const last = new Map(records.map((record) => [record.workspaceId, record]));
    await moveHeads(tx, [...last.values()]);
  });
}

/** Locks in the order of the workspaces, so that concurrent batches cannot deadlock. */
async function lockHeads(
  tx: Transaction,
  reported: readonly ReportedRecord[],
): Promise<ChainHead[]> {
  const ids = [...new Set(reported.map(({ workspaceId }) => workspaceId))].toSorted();
  await tx.query({
    name: 'audit-begin-chains',
    text: `INSERT INTO audit_heads (workspace_id, seq, link)
      SELECT workspace_id, 0, '' FROM unnest($1::text[]) AS w (workspace_id)
      WHERE NOT EXISTS (SELECT FROM audit_heads h WHERE h.workspace_id = w.workspace_id)
      ORDER BY workspace_id ON CONFLICT DO NOTHING`,
    values: [ids],
  });
  const { rows } = await tx.query<ChainHead>({
    name: 'audit-lock-heads',
    text: `SELECT workspace_id AS "workspaceId", seq::float8 AS seq, link FROM audit_heads
      WHERE workspace_id = ANY ($1::text[]) AND erased_at IS NULL
      ORDER BY workspace_id FOR UPDATE`,
    values: [ids],
  });
  return rows;
}

/** Runs after the heads are locked: any other writer of the same records has committed by then or not started. */
async function onlyFresh(
  tx: Transaction,
  reported: readonly ReportedRecord[],
): Promise<ReportedRecord[]> {
  const { rows } = await tx.query<{ workspace_id: string; event_id: string }>({
    name: 'audit-find-known',
    text: `SELECT workspace_id, event_id FROM audit_records
      WHERE (workspace_id, event_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    values: [
      reported.map(({ workspaceId }) => workspaceId),
      reported.map(({ eventId }) => eventId),
    ],
  });
  const known = new Set(rows.map((row) => `${row.workspace_id}/${row.event_id}`));
  return reported.filter(({ workspaceId, eventId }) => {
    const key = `${workspaceId}/${eventId}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

async function insertRecords(tx: Transaction, records: readonly LinkedRecord[]): Promise<void> {
  await tx.query({
    name: 'audit-add',
    text: `INSERT INTO audit_records (
        workspace_id, seq, event_id, at, action, actor_kind, actor_id, actor_name, address,
        request_id, target_kind, target_id, log_id, before_change, after_change, link)
      SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
        $15::text[], $16::text[])`,
    values: [
      records.map(({ workspaceId }) => workspaceId),
      records.map(({ seq }) => seq),
      records.map(({ eventId }) => eventId),
      records.map(({ at }) => at),
      records.map(({ action }) => action),
      records.map(({ actor }) => actor.kind),
      records.map(({ actor }) => actor.id),
      records.map(({ actor }) => actor.name),
      records.map(({ address }) => address),
      records.map(({ requestId }) => requestId),
      records.map(({ target }) => target.kind),
      records.map(({ target }) => target.id),
      records.map(({ logId }) => logId),
      records.map(({ before }) => before && JSON.stringify(before)),
      records.map(({ after }) => after && JSON.stringify(after)),
      records.map(({ link }) => link),
    ],
  });
}

async function moveHeads(tx: Transaction, heads: readonly ChainHead[]): Promise<void> {
  await tx.query({
    name: 'audit-move-heads',
    text: `UPDATE audit_heads AS h SET seq = n.seq, link = n.link, changed_at = now()
      FROM unnest($1::text[], $2::bigint[], $3::text[]) AS n (workspace_id, seq, link)
      WHERE h.workspace_id = n.workspace_id`,
    values: [
      heads.map(({ workspaceId }) => workspaceId),
      heads.map(({ seq }) => seq),
      heads.map(({ link }) => link),
    ],
  });
}

interface KnownHead extends ChainHead {
  readonly erasedAt: Date | null;
}

/** The heads of the chains, by workspace. */
export async function listHeads(
  sql: SqlClient,
  { after = '', changedSince, limit }: BodyOf<typeof INTERNAL_OPERATIONS.listAuditHeads>,
): Promise<KnownHead[]> {
  const { rows } = await sql.query<KnownHead>(
    `SELECT workspace_id AS "workspaceId", seq::float8 AS seq, link, erased_at AS "erasedAt"
       FROM audit_heads
       WHERE workspace_id > $1 AND ($2::timestamptz IS NULL OR changed_at >= $2)
       ORDER BY workspace_id LIMIT $3`,
    [after, changedSince ?? null, limit],
  );
  return rows;
}

/** A part of one chain, in order, as stored. */
export async function readChain(
  sql: SqlClient,
  { workspaceId, afterSeq, limit }: BodyOf<typeof INTERNAL_OPERATIONS.readAuditChain>,
): Promise<LinkedRecord[]> {
  const { rows } = await sql.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM audit_records
     WHERE workspace_id = $1 AND seq > $2 ORDER BY audit_records.seq LIMIT $3`,
    [workspaceId, afterSeq, limit],
  );
  return rows.map(toRecord);
}
