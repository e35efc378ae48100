import { auditRecorded } from '@output-review/contracts';

import { releaseLost } from '../claims/claims.ts';
import { consumer } from '../context.ts';
import { deleteViewsOfLeavers } from '../views/views.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: async ({ db, linkOf }, batch) => {
    const records = batch.map(({ data }) => data);
    await releaseLost(db, records);
    await deleteViewsOfLeavers(db, records);
    await appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    );
  },
});
