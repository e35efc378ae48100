import { TOPICS, type WorkspacesChanged } from '@output-review/contracts';
import {
  addToOutbox,
  makeOutgoingEvent,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

export interface AnnounceDeps {
  readonly newId: () => string;
  readonly now: () => Date;
}

/**
 * Tells of a workspace as it is at this point of the transaction: after it was made, and after each
 * change, which has to raise its version.
 *
 * @returns the event, to be handed over after the commit; without that it is sent a little later.
 */
export async function announceWorkspace(
  tx: Transaction,
  workspaceId: string,
  { newId, now }: AnnounceDeps,
): Promise<readonly StoredEvent[]> {
  const { rows } = await tx.query<WorkspacesChanged>({
    name: 'read-workspace-to-announce',
    text: READ_STATE,
    values: [workspaceId],
  });
  const [state] = rows;
  if (!state) throw new Error(`There is no workspace ${workspaceId} to tell of`);
  return addToOutbox(tx, [
    makeOutgoingEvent({
      topic: TOPICS.workspacesChanged,
      key: workspaceId,
      ...{ id: newId(), source: 'gateway', time: now().toISOString(), data: state },
    }),
  ]);
}

// A name is nobody's business any more once its workspace is being erased.
const READ_STATE = `
SELECT id AS "workspaceId", version,
  CASE WHEN deleted_at IS NULL THEN name ELSE '' END AS name,
  tokens_may_decide AS "tokensMayDecide", allow_deadline_approval AS "allowDeadlineApproval",
  queue_decision_comments AS "queueDecisionComments", retention_days AS "retentionDays",
  deleted_at IS NOT NULL AS deleted
FROM workspaces WHERE id = $1`;
