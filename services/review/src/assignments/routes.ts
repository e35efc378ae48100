import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { applyPeople } from './people.sql.ts';

export const assignmentRoutes = [
  route(INTERNAL_OPERATIONS.applyPeopleChange, async ({ db }, { body }) => {
    await db.transaction((tx) => applyPeople(tx, [body]));
    return { status: 200, body: { ok: true } };
  }),
];
