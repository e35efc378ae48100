import type { FileClaimState } from '@output-review/contracts';
import type { Database, SqlClient } from '@output-review/runtime';

/** The files of one submission, and the attempt to accept it that takes them in. */
export interface FileClaim {
  readonly workspaceId: string;
  readonly outputId: string;
  /** A UUID. */
  readonly attempt: string;
}

/** Who wants to have an id, and by what else a repeat would name it. */
export interface ReservationQuery {
  readonly workspaceId: string;
  readonly id: string;
  readonly attempt: string;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
  readonly fingerprint: string;
}

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

/** Whether the id is still kept for this attempt. */
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

/** Ends an attempt: from then on its submission does not come in, unless it has already. */
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
 * Ends an attempt of which nobody knows how far it came: a connection may have broken before or after
 * the commit. An insert that is under way locks the reservation, so it is waited for here; one that
 * comes later finds none.
 *
 * @returns whether the submission of the attempt is durable.
 */
export async function giveUpReservation(client: SqlClient, claim: FileClaim): Promise<boolean> {
  await endReservation(client, claim);
  return (await findHeld(client, [claim])).size > 0;
}

// In one order, as inserts lock them.
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
 * Tells what became of attempts, in their order, and ends those whose time is over: `gone` is final.
 *
 * Three statements, and their order matters: an insert needs its reservation and holds it until the
 * commit. So an attempt that has none any more is either found by the last one, or never comes in.
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

/** The places in this list of those whose submission is durable and not deleted, counted from 0. */
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

/** Claims as array parameters of a statement, one a column: workspace, output, attempt. */
function claimColumns(claims: readonly FileClaim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ outputId }) => outputId),
    claims.map(({ attempt }) => attempt),
  ];
}

/** Ends the time of all attempts: for a process that is alone on the database, so that nobody is at one. */
export async function endLeases(client: SqlClient): Promise<void> {
  await client.query(
    `UPDATE file_reservations SET lease_until = clock_timestamp()
     WHERE lease_until > clock_timestamp()`,
  );
}

// Long enough for whoever repeats a request whose gateway was killed to get the same id.
const REMOVE_DEAD = `
  DELETE FROM file_reservations WHERE lease_until <= clock_timestamp() - interval '1 hour'`;

/** Removes what killed gateways left, and nobody asked for again. */
export async function removeDeadReservations(client: SqlClient): Promise<void> {
  await client.query(REMOVE_DEAD);
}
