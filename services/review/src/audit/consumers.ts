import { auditRecorded } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { appendRecords } from './chains.sql.ts';

export const auditConsumer = consumer(auditRecorded, {
  handle: ({ db, linkOf }, batch) =>
    appendRecords(
      db,
      batch.map(({ id, data }) => ({ ...data, eventId: id })),
      linkOf,
    ),
});
