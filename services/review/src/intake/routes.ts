import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { applyNameChanges } from './names.ts';

export const intakeRoutes = [
  route(INTERNAL_OPERATIONS.applyEvents, async ({ intake }, { body }) => {
    await intake.applyNow(body.submissions, body.evaluations);
    return { status: 200, body: { ok: true } };
  }),
  route(INTERNAL_OPERATIONS.applyProjectChanges, async ({ db }, { body }) => {
    await db.transaction((tx) => applyNameChanges(tx, body.changes));
    return { status: 200, body: { ok: true } };
  }),
  route(INTERNAL_OPERATIONS.applyWorkspaceChanges, async ({ workspaces, erased }, { body }) => {
    await workspaces.apply(body.changes);
    await erased.note(body.changes);
    return { status: 200, body: { ok: true } };
  }),
];
