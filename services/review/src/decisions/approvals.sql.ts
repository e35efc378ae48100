import { outputKey } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import type { Approval, ApprovalCase, GivenApproval } from './approvals.pure.ts';

type Found = Pick<ApprovalCase, 'given' | 'actorIds'>;

interface FoundRow extends OutputKey, Omit<Approval, 'userId'> {
  readonly actorId: string | null;
  readonly submittedActorId: string | null;
  /** Null if there is no approval. */
  readonly userId: string | null;
}

/** The approvals of outputs, with the actors of each output, by `outputKey`. */
export async function findApprovals(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, Found>> {
  const { rows } = await db.query<FoundRow>(
    `SELECT o.workspace_id AS "workspaceId", o.id, o.actor_id AS "actorId",
       o.submitted_actor_id AS "submittedActorId", a.user_id AS "userId", a.email, a.comment, a.at
     FROM outputs o
     LEFT JOIN approvals a ON a.workspace_id = o.workspace_id AND a.output_id = o.id
     WHERE (o.workspace_id, o.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY a.at, a.user_id`,
    keyColumns(keys),
  );
  const found = new Map<string, { given: Approval[]; actorIds: string[] }>();
  for (const row of rows) {
    const key = outputKey(row);
    const actorIds = [row.actorId, row.submittedActorId].filter((id) => id !== null);
    const each = found.get(key) ?? { given: [], actorIds };
    const { userId, email, comment, at } = row;
    if (userId !== null) each.given.push({ userId, email, comment, at });
    found.set(key, each);
  }
  return found;
}

/** Adds an approval to each of these outputs and removes previous ones that no longer count. */
export async function addApprovals(
  tx: Transaction,
  given: readonly GivenApproval[],
): Promise<void> {
  const keys = given.map(({ before }) => before);
  const kept = given.flatMap(({ before: { workspaceId, id }, counted }) =>
    counted.map(({ userId }) => ({ workspaceId, id, userId })),
  );
  await tx.query(
    `DELETE FROM approvals
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND (workspace_id, output_id, user_id) NOT IN (
         SELECT * FROM unnest($3::text[], $4::text[], $5::text[]))`,
    [...keyColumns(keys), ...keyColumns(kept), kept.map(({ userId }) => userId)],
  );
  await tx.query(
    `INSERT INTO approvals (workspace_id, output_id, user_id, email, comment, at)
     SELECT * FROM unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])`,
    [
      ...keyColumns(keys),
      given.map(({ approval }) => approval.userId),
      given.map(({ approval }) => approval.email),
      given.map(({ approval }) => approval.comment),
      given.map(({ approval }) => approval.at),
    ],
  );
}

interface Lost {
  readonly workspaceId: string;
  readonly userId: string;
  /** When the role was lost. */
  readonly at: string;
}

/**
 * Removes the approvals of a person who may no longer decide from undecided outputs. Like all who change approvals, it
 * locks the outputs first, by key.
 */
export async function dropApprovalsOf(
  db: SqlClient,
  { workspaceId, userId, at }: Lost,
): Promise<void> {
  await db.query(
    `WITH undecided AS (
       SELECT o.id FROM approvals a JOIN outputs o ON o.workspace_id = a.workspace_id AND o.id = a.output_id
       WHERE a.workspace_id = $1 AND a.user_id = $2 AND a.at <= $3 AND o.human_decision IS NULL
       ORDER BY o.id FOR UPDATE OF o
     )
     DELETE FROM approvals a USING undecided o
     WHERE a.workspace_id = $1 AND a.output_id = o.id AND a.user_id = $2 AND a.at <= $3`,
    [workspaceId, userId, at],
  );
}
