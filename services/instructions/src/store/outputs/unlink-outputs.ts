import type { Database } from '@output-review/runtime';

import type { OutputRef, UnlinkOutputs } from '../../use-cases/feedback/output-comment.ts';

/** Drops the links to deleted outputs; what was linked stays. */
export function makeUnlinkOutputs(db: Database): UnlinkOutputs {
  return (outputs) =>
    db.transaction(async (tx) => {
      const sorted = outputs.toSorted(byKey);
      const values = [sorted.map((each) => each.workspaceId), sorted.map((each) => each.logId)];
      await tx.query(BURY, values);
      await tx.query(UNLINK_NOTES, values);
      await tx.query(UNLINK_VERSIONS, values);
    });
}

/** In one order for all, so that two consumers cannot wait for each other. */
function byKey(one: OutputRef, other: OutputRef): number {
  const [a, b] = [one, other].map(({ workspaceId, logId }) => `${workspaceId}/${logId}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

const GONE = 'unnest($1::text[], $2::text[]) AS gone (workspace_id, log_id)';

const BURY = `
INSERT INTO linked_outputs (workspace_id, log_id, is_deleted)
SELECT DISTINCT ON (workspace_id, log_id) workspace_id, log_id, true FROM ${GONE}
ORDER BY workspace_id, log_id
ON CONFLICT (workspace_id, log_id) DO UPDATE SET is_deleted = true`;

const UNLINK_NOTES = `
UPDATE notes n SET log_id = NULL FROM ${GONE}
WHERE n.workspace_id = gone.workspace_id AND n.log_id = gone.log_id`;

const UNLINK_VERSIONS = `
UPDATE versions v SET log_id = NULL FROM ${GONE}
WHERE v.workspace_id = gone.workspace_id AND v.log_id = gone.log_id`;
