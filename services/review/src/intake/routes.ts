import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';

export const intakeRoutes = [
  route(INTERNAL_OPERATIONS.applyEvents, async ({ intake }, { body }) => {
    await intake.applySubmissions(body.submissions);
    await intake.applyEvaluations(body.evaluations);
    return { status: 200, body: { ok: true } };
  }),
];
