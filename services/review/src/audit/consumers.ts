import { type AuditRecorded, auditRecorded } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { dropApprovalsOf } from '../decisions/approvals.sql.ts';
import { deleteViewsOfLeavers } from '../views/views.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: async ({ db, linkOf }, batch) => {
    const records = batch.map(({ data }) => data);
    for (const lost of lostRolesIn(records)) await dropApprovalsOf(db, lost);
    await deleteViewsOfLeavers(db, records);
    await appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    );
  },
});

/** People who left or may no longer decide. */
function lostRolesIn(records: readonly AuditRecorded[]) {
  return records.flatMap(({ workspaceId, action, target, after, at }) => {
    const isDemoted = action === 'member.role_changed' && after?.['role'] === 'viewer';
    return isDemoted || action === 'member.removed' ? [{ workspaceId, userId: target.id, at }] : [];
  });
}
