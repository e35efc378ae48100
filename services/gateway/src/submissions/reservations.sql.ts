import type { FileClaimState } from '@output-review/contracts';
import type { Database, SqlClient } from '@output-review/runtime';

import type { SubmissionRow } from './insert.sql.ts';

/** The files of one submission, and the attempt to accept it that takes them in. */
export interface FileClaim {
  readonly workspaceId: string;
  readonly outputId: string;
  /** A UUID. */
  readonly attempt: string;
}

/** An attempt that wants an ID, and what else identifies a repeat. */
export interface ReservationQuery extends Pick<
  SubmissionRow,
  'workspaceId' | 'id' | 'tokenId' | 'idempotencyKey' | 'fingerprint'
> {
  readonly attempt: string;
}

// A minute is longer than files may take, and a short wait for a repeat after a gateway was killed. Measured by
// PostgreSQL's clock, which all gateways share.
const LEASE = `interval '60 seconds'`;

/**
 * Reserves an ID, and the Idempotency-Key, for one attempt to accept a submission with files. A dead attempt at the
 * same submission leaves its ID to this one, so that its files are known as those of the same output.
 *
 * @returns the reserved ID; null if a live attempt has the ID or the key.
 */
export function reserveFiles(database: Database, query: ReservationQuery): Promise<string | null> {
  return database.transaction(async (tx) => {
    const found = await lockConflicting(tx, query);
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

async function lockConflicting(
  tx: SqlClient,
  query: ReservationQuery,
): Promise<readonly FoundRow[]> {
  // Nothing can repeat it.
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
  // A concurrent attempt may have inserted it first.
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

/** Whether the ID is still reserved for this attempt. */
export async function hasReservation(
  client: SqlClient,
  { workspaceId, outputId, attempt }: FileClaim,
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'has-file-reservation',
    text: 'SELECT FROM file_reservations WHERE workspace_id = $1 AND id = $2 AND attempt = $3',
    values: [workspaceId, outputId, attempt],
  });
  return rows.length > 0;
}

/** Ends an attempt: from then on its submission cannot be inserted, unless it already was. */
export async function endReservation(
  client: SqlClient,
  { workspaceId, outputId, attempt }: FileClaim,
): Promise<void> {
  await client.query({
    name: 'end-file-reservation',
    text: 'DELETE FROM file_reservations WHERE workspace_id = $1 AND id = $2 AND attempt = $3',
    values: [workspaceId, outputId, attempt],
  });
}

/**
 * Ends an attempt with an unknown result: a connection may have broken before or after the commit. A running insert
 * locks the reservation, so this waits for it. A later insert finds none.
 *
 * @returns whether the submission of the attempt is durable.
 */
export async function giveUpReservation(client: SqlClient, claim: FileClaim): Promise<boolean> {
  await endReservation(client, claim);
  return (await findHeld(client, [claim])).size > 0;
}

// In the order in which inserts lock them.
const END_DEAD = `
  WITH dead AS (
    SELECT workspace_id, id FROM file_reservations
    JOIN unnest($1::text[], $2::text[], $3::uuid[]) AS asked (workspace_id, id, attempt)
      USING (workspace_id, id, attempt)
    WHERE lease_until <= clock_timestamp()
    ORDER BY workspace_id, id FOR UPDATE OF file_reservations
  )
  DELETE FROM file_reservations USING dead
  WHERE file_reservations.workspace_id = dead.workspace_id AND file_reservations.id = dead.id`;

const FIND_OPEN = `
  SELECT n::int - 1 AS place FROM file_reservations
  JOIN unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY
    AS asked (workspace_id, id, attempt, n) USING (workspace_id, id, attempt)`;

/**
 * Returns the states of attempts, in their order, and ends those whose lease is over: `gone` is final.
 *
 * The order of the three statements matters: an insert needs its reservation and holds it until the commit. So an
 * attempt without one is either found by the last statement or never inserted.
 */
export async function settleFileClaims(
  client: SqlClient,
  claims: readonly FileClaim[],
): Promise<FileClaimState[]> {
  const values = claimColumns(claims);
  await client.query({ name: 'end-dead-file-reservations', text: END_DEAD, values });
  const { rows } = await client.query<{ place: number }>({
    name: 'find-open-file-reservations',
    text: FIND_OPEN,
    values,
  });
  const open = new Set(rows.map(({ place }) => place));
  const held = await findHeld(client, claims);
  return claims.map((_claim, place) => {
    if (held.has(place)) return 'held';
    return open.has(place) ? 'open' : 'gone';
  });
}

/** The positions, from 0, of claims whose submission is durable and not deleted. */
async function findHeld(
  client: SqlClient,
  claims: readonly FileClaim[],
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ place: number }>({
    name: 'find-held-file-claims',
    text: `SELECT asked.n::int - 1 AS place
           FROM unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY
             AS asked (workspace_id, id, attempt, n)
           JOIN submissions ON submissions.workspace_id = asked.workspace_id
             AND submissions.id = asked.id
             AND submissions.file_attempt = asked.attempt
             AND submissions.deleted_at IS NULL`,
    values: claimColumns(claims),
  });
  return new Set(rows.map(({ place }) => place));
}

/** Claims as array parameters of a statement, one per column: workspace, output, attempt. */
function claimColumns(claims: readonly FileClaim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ outputId }) => outputId),
    claims.map(({ attempt }) => attempt),
  ];
}

/** Ends all leases, for a process that is alone on the database, so that no attempt is running. */
export async function endLeases(client: SqlClient): Promise<void> {
  await client.query(
    `UPDATE file_reservations SET lease_until = clock_timestamp()
     WHERE lease_until > clock_timestamp()`,
  );
}

// Long enough for a repeat after a killed gateway to get the same ID.
const REMOVE_DEAD = `
  DELETE FROM file_reservations WHERE lease_until <= clock_timestamp() - interval '1 hour'`;

/** Removes what killed gateways left and no repeat has claimed. */
export async function removeDeadReservations(client: SqlClient): Promise<void> {
  await client.query(REMOVE_DEAD);
}
