import { type AuditRecorded, auditRecorded } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { dropApprovalsOf } from '../decisions/approvals.sql.ts';
import { deleteOwnViews } from '../views/views.sql.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: async ({ db, linkOf }, batch) => {
    const records = batch.map(({ data }) => data);
    const left = records.filter(({ action }) => action === 'member.removed').map(memberIn);
    const demoted = records.filter(isDemotion).map(memberIn);
    for (const each of [...left, ...demoted]) await dropApprovalsOf(db, each);
    await deleteOwnViews(db, left);
    await appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    );
  },
});

/** Whether a person may no longer decide. */
function isDemotion({ action, after }: AuditRecorded): boolean {
  return action === 'member.role_changed' && after?.['role'] === 'viewer';
}

/** The person in a record about a member. */
function memberIn({ workspaceId, target, at }: AuditRecorded) {
  return { workspaceId, userId: target.id, at };
}
