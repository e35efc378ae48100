import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { listKeptHeads } from './heads.sql.ts';

export const auditRoutes = [
  // Returns the stored heads, to whoever verifies the chains.
  route(INTERNAL_OPERATIONS.listKeptAuditHeads, async ({ db }, { body }) => {
    const heads = await listKeptHeads(db, body);
    return {
      status: 200,
      body: { heads: heads.map((head) => ({ ...head, keptAt: head.keptAt.toISOString() })) },
    };
  }),
];
