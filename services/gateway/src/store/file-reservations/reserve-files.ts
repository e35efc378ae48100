import type { Database, SqlClient } from '@output-review/runtime';

import type { ReservationQuery } from '../../use-cases/submissions/accept-with-files.ts';

// A minute is longer than files may take to come in, and short for whoever repeats a request whose
// gateway was killed. It is by PostgreSQL's clock: all gateways have that one.
const LEASE = `interval '60 seconds'`;

/**
 * Keeps an id, and the Idempotency-Key, for one attempt to accept a submission with files. A dead
 * attempt at the same submission leaves its id to this one, so that what it took in is known as the
 * same output's.
 *
 * @returns the id that is kept; null where a live attempt has the id or the key.
 */
export function reserveFiles(database: Database, query: ReservationQuery): Promise<string | null> {
  return database.transaction(async (tx) => {
    const found = await lockInTheWay(tx, query);
    if (found.some(({ is_live: isLive }) => isLive)) return null;
    if (found.length > 0) await removeAll(tx, query.workspaceId, found);
    const same = found.find(({ fingerprint }) => fingerprint === query.fingerprint);
    return insert(tx, { ...query, id: same?.id ?? query.id });
  });
}

interface FoundRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly is_live: boolean;
}

async function lockInTheWay(tx: SqlClient, query: ReservationQuery): Promise<readonly FoundRow[]> {
  // Nothing can be a repeat of it.
  if (query.fingerprint === '') return [];
  const { rows } = await tx.query<FoundRow>({
    name: 'lock-file-reservations',
    text: `SELECT id, fingerprint, lease_until > clock_timestamp() AS is_live
           FROM file_reservations
           WHERE (workspace_id = $1 AND id = $2) OR (token_id = $3 AND idempotency_key = $4)
           ORDER BY id FOR UPDATE`,
    values: [query.workspaceId, query.id, query.tokenId, query.idempotencyKey],
  });
  return rows;
}

async function removeAll(
  tx: SqlClient,
  workspaceId: string,
  rows: readonly FoundRow[],
): Promise<void> {
  await tx.query({
    name: 'remove-dead-file-reservations',
    text: 'DELETE FROM file_reservations WHERE workspace_id = $1 AND id = ANY ($2::text[])',
    values: [workspaceId, rows.map(({ id }) => id)],
  });
}

async function insert(tx: SqlClient, query: ReservationQuery): Promise<string | null> {
  const { workspaceId, id, attempt, tokenId, idempotencyKey, fingerprint } = query;
  // Whoever came in between has it.
  const { rows } = await tx.query<{ id: string }>({
    name: 'reserve-files',
    text: `INSERT INTO file_reservations (
             workspace_id, id, attempt, token_id, idempotency_key, fingerprint, lease_until
           ) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + ${LEASE})
           ON CONFLICT DO NOTHING
           RETURNING id`,
    values: [workspaceId, id, attempt, tokenId, idempotencyKey, fingerprint],
  });
  return rows[0]?.id ?? null;
}
