import type { SqlClient, Transaction } from '@output-review/runtime';

import type { KnownSettings, KnownWorkspace } from './settings.pure.ts';

/** The settings that the gateway itself stores. The workspace must be locked. */
export async function readOwnSettings(
  tx: Transaction,
  workspaceId: string,
): Promise<KnownSettings> {
  const { rows } = await tx.query<KnownSettings>(READ, [workspaceId]);
  const [found] = rows;
  if (!found) throw new Error(`Workspace ${workspaceId} is locked but has no row`);
  return found;
}

export async function writeOwnSettings(
  tx: Transaction,
  workspaceId: string,
  settings: KnownSettings,
): Promise<void> {
  const { workspaceName, tokensMayDecide, ...rest } = settings;
  const { allowDeadlineApproval, queueDecisionComments, retentionDays } = rest;
  await tx.query(WRITE, [
    ...[workspaceId, workspaceName, tokensMayDecide],
    ...[allowDeadlineApproval, queueDecisionComments, retentionDays],
  ]);
}

const READ = `
SELECT name AS "workspaceName", tokens_may_decide AS "tokensMayDecide",
  allow_deadline_approval AS "allowDeadlineApproval",
  queue_decision_comments AS "queueDecisionComments", retention_days AS "retentionDays"
FROM workspaces WHERE id = $1`;

const WRITE = `
UPDATE workspaces SET version = version + 1, name = $2, tokens_may_decide = $3,
  allow_deadline_approval = $4, queue_decision_comments = $5, retention_days = $6
WHERE id = $1`;

/** A workspace and its token, of which only a hint is stored; null if it does not exist. */
export async function findWorkspace(client: SqlClient, id: string): Promise<KnownWorkspace | null> {
  const { rows } = await client.query<KnownSettings & Omit<KnownWorkspace, 'settings'>>({
    name: 'find-workspace',
    text: `SELECT workspaces.name AS "workspaceName", tokens_may_decide AS "tokensMayDecide",
             allow_deadline_approval AS "allowDeadlineApproval",
             queue_decision_comments AS "queueDecisionComments",
             retention_days AS "retentionDays", tokens.hint AS "tokenHint",
             tokens.last_used_at AS "tokenLastUsedAt"
           FROM workspaces LEFT JOIN tokens ON tokens.workspace_id = workspaces.id
             AND tokens.name IS NULL AND tokens.revoked_at IS NULL
           WHERE workspaces.id = $1`,
    values: [id],
  });
  if (!rows[0]) return null;
  const { tokenHint, tokenLastUsedAt, ...settings } = rows[0];
  return { tokenHint, tokenLastUsedAt, settings };
}
