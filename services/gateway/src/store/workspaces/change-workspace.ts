import type { KnownSettings, OwnSettings } from '../../use-cases/settings/workspace-settings.ts';
import type { AuditedChange } from '../audited-change.ts';
import { announceWorkspace, type AnnounceDeps } from './announce-workspace.ts';
import { holdWorkspace } from './hold-workspace.ts';

/** The settings of workspaces that the gateway keeps itself, on PostgreSQL. */
export function makeOwnSettings(change: AuditedChange, deps: AnnounceDeps): OwnSettings {
  return {
    change: (request, work) =>
      change(request, async (tx, { audit, handOver }) => {
        const { workspaceId } = request.principal;
        await holdWorkspace(tx, workspaceId);
        const { rows } = await tx.query<KnownSettings>(READ, [workspaceId]);
        const [before] = rows;
        if (!before) throw new Error(`No row of workspace ${workspaceId}, which is held`);
        const after = await work(before, audit);
        if (isSame(before, after)) return;
        await tx.query(WRITE, [
          ...[workspaceId, after.workspaceName, after.tokensMayDecide],
          ...[after.allowDeadlineApproval, after.queueDecisionComments, after.retentionDays],
        ]);
        handOver(await announceWorkspace(tx, workspaceId, deps));
      }),
  };
}

function isSame(one: KnownSettings, other: KnownSettings): boolean {
  return (Object.keys(one) as (keyof KnownSettings)[]).every((key) => one[key] === other[key]);
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
