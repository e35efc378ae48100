import { auditRecorded } from '@output-review/contracts';

import { releaseLost, whoLostRoles } from '../claims/claims.ts';
import { consumer } from '../context.ts';
import { dropApprovalsOf } from '../decisions/approvals.sql.ts';
import { deleteViewsOfLeavers } from '../views/views.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: async ({ db, linkOf }, batch) => {
    const records = batch.map(({ data }) => data);
    await releaseLost(db, records);
    for (const lost of whoLostRoles(records)) await dropApprovalsOf(db, lost);
    await deleteViewsOfLeavers(db, records);
    await appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    );
  },
});
