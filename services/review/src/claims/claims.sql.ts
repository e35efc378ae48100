import { outputKey, type OutputStatus, type UserPrincipal } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';

// Claims expire by the clock of the database, which all replicas share.

/** The columns of the claim of an output `o`. */
export const CLAIM_COLUMNS = 'claim.email AS "claimedBy", claim.until AS "claimedUntil"';

export const CLAIM_JOIN = `
  LEFT JOIN claims claim ON claim.workspace_id = o.workspace_id AND claim.output_id = o.id
    AND claim.until > now()`;

/** The claim of an output, as `pg` returns it. */
export interface ClaimRow {
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
}

/** The result of trying to claim an output. */
export interface ClaimTry {
  readonly status: OutputStatus;
  readonly isDecided: boolean;
  readonly isSampled: boolean;
  /** Null if the output was not claimed. */
  readonly until: Date | null;
  /** The other person who has claimed it. */
  readonly holder: string | null;
}

interface Claiming extends Pick<UserPrincipal, 'userId' | 'email'> {
  readonly takeOver: boolean;
}

const CLAIM_FOR = "interval '5 minutes'";

// A decision locks the output first, too. So no claim remains on a decided output. Another claim waits for this lock, so
// that streams tell both in their order: a transaction that waits for its first lock gets its ID afterwards.
const CLAIM = `
  WITH output AS MATERIALIZED (
    SELECT workspace_id, id, project_id, task_id, status, human_decision, sampled
    FROM outputs WHERE workspace_id = $1 AND id = $2 AND visible FOR NO KEY UPDATE
  ), claim AS (
    INSERT INTO claims AS c (workspace_id, output_id, user_id, email, until)
    SELECT workspace_id, id, $3, $4, now() + ${CLAIM_FOR} FROM output
    WHERE human_decision IS NULL AND (status IN ('flagged', 'error') OR status = 'pass' AND sampled)
    ON CONFLICT (workspace_id, output_id) DO UPDATE
      SET user_id = excluded.user_id, email = excluded.email, until = excluded.until
      WHERE c.user_id = excluded.user_id OR c.until <= now() OR $5
    RETURNING c.until
  ), reported AS (
    INSERT INTO output_events (
      workspace_id, output_id, event, at, project_id, task_id, status, claimed_by, claimed_until
    )
    SELECT workspace_id, id, 'claimed', now(), project_id, task_id, status, $4, claim.until
    FROM output, claim
  )
  SELECT output.status, output.human_decision IS NOT NULL AS "isDecided", output.sampled AS "isSampled",
    claim.until, holder.email AS holder
  FROM output LEFT JOIN claim ON true
    LEFT JOIN claims holder ON holder.workspace_id = output.workspace_id
      AND holder.output_id = output.id AND holder.user_id <> $3 AND holder.until > now()`;

/** Claims an output or renews the claim, unless another person has it. Null if there is no such output. */
export async function tryToClaim(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
  { userId, email, takeOver }: Claiming,
): Promise<ClaimTry | null> {
  const { rows } = await db.query<ClaimTry>({
    name: 'claim-output',
    text: CLAIM,
    values: [workspaceId, id, userId, email, takeOver],
  });
  return rows[0] ?? null;
}

/** Ends the claims `c` that match a condition, and reports it to streams. */
const release = (condition: string): string => `
  WITH ending AS MATERIALIZED (
    SELECT workspace_id, output_id FROM claims c WHERE ${condition}
    ORDER BY workspace_id, output_id FOR UPDATE
  ), ended AS (
    DELETE FROM claims c USING ending e
    WHERE c.workspace_id = e.workspace_id AND c.output_id = e.output_id
    RETURNING c.workspace_id, c.output_id
  )
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status)
  SELECT o.workspace_id, o.id, 'released', now(), o.project_id, o.task_id, o.status
  FROM ended JOIN outputs o ON o.workspace_id = ended.workspace_id AND o.id = ended.output_id
  WHERE o.visible`;

/** Ends a person's own claim of an output. */
export async function releaseOwn(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
  userId: string,
): Promise<void> {
  await db.query(release('c.workspace_id = $1 AND c.output_id = $2 AND c.user_id = $3'), [
    ...[workspaceId, id, userId],
  ]);
}

/** Ends all claims of the people that a query on the workspace $1 selects. */
export async function releaseAllOf(
  tx: Transaction,
  workspaceId: string,
  people: string,
): Promise<void> {
  await tx.query(release(`c.workspace_id = $1 AND c.user_id IN (${people})`), [workspaceId]);
}

/**
 * Ends all claims of the outputs $1, $2. Part of a statement, such as the one that writes decisions. Locks in the order of
 * `release`, which locks no outputs: a different order could deadlock.
 */
export const END_CLAIMS = `
  ending AS MATERIALIZED (
    SELECT workspace_id, output_id FROM claims
    WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    ORDER BY workspace_id, output_id FOR UPDATE
  ), ended AS (
    DELETE FROM claims c USING ending e
    WHERE c.workspace_id = e.workspace_id AND c.output_id = e.output_id
  )`;

/** Ends the claims of outputs that stay in the queue. Reports them as free even if no one had claimed them. */
export async function releaseAll(tx: Transaction, keys: readonly OutputKey[]): Promise<void> {
  await tx.query(
    `WITH ${END_CLAIMS}
     INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status)
     SELECT workspace_id, id, 'released', now(), project_id, task_id, status FROM outputs
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
}

/** Ends expired claims. */
export async function releaseExpired(db: SqlClient): Promise<void> {
  await db.query(release('c.until <= now()'));
}

/** Which other person has claimed each of these outputs, by `outputKey`. */
export async function findClaimsOfOthers(
  tx: Transaction,
  keys: readonly OutputKey[],
  userId: string,
): Promise<Map<string, string>> {
  const { rows } = await tx.query<OutputKey & { readonly email: string }>(
    `SELECT workspace_id AS "workspaceId", output_id AS id, email FROM claims
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND user_id <> $3 AND until > now()`,
    [...keyColumns(keys), userId],
  );
  return new Map(rows.map((claim) => [outputKey(claim), claim.email]));
}
