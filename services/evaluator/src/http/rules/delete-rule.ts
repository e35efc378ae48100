import { deleteRule } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { RuleActions } from './rule-actions.ts';

export const makeDeleteRuleRoute = (actions: RuleActions): Route =>
  implement(deleteRule, async ({ params, ...request }) => {
    const { workspaceId } = request.principal;
    await actions.deleteRule({ workspaceId, id: params.id }, request);
    return { status: 200, body: { ok: true } };
  });
