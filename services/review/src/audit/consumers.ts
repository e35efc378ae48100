import { auditRecorded } from '@output-review/contracts';

import { releaseLost } from '../claims/claims.ts';
import { consumer } from '../context.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: async ({ db, linkOf }, batch) => {
    await releaseLost(
      db,
      batch.map(({ data }) => data),
    );
    await appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    );
  },
});
