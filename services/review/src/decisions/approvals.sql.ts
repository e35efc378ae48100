import { outputKey } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import type { Approval, ApprovalCase } from './approvals.pure.ts';

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

/** Adds an approval and removes previous ones that no longer count. */
export async function saveApproval(
  tx: Transaction,
  { workspaceId, id }: OutputKey,
  { approval, counted }: { readonly approval: Approval; readonly counted: readonly Approval[] },
): Promise<void> {
  await tx.query(
    `DELETE FROM approvals WHERE workspace_id = $1 AND output_id = $2 AND user_id <> ALL ($3::text[])`,
    [workspaceId, id, counted.map(({ userId }) => userId)],
  );
  const { userId, email, comment, at } = approval;
  await tx.query(
    `INSERT INTO approvals (workspace_id, output_id, user_id, email, comment, at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, id, userId, email, comment, at],
  );
}

interface Lost {
  readonly workspaceId: string;
  readonly userId: string;
  /** When the role was lost. */
  readonly at: string;
}

/** Removes the approvals of a person who may no longer decide from undecided outputs. */
export async function dropApprovalsOf(
  db: SqlClient,
  { workspaceId, userId, at }: Lost,
): Promise<void> {
  await db.query(
    `DELETE FROM approvals a USING outputs o
     WHERE a.workspace_id = $1 AND a.user_id = $2 AND a.at <= $3
       AND o.workspace_id = a.workspace_id AND o.id = a.output_id AND o.human_decision IS NULL`,
    [workspaceId, userId, at],
  );
}
