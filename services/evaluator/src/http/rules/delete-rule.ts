import { deleteRule } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { RuleActions } from './rule-actions.ts';

export const makeDeleteRuleRoute = (actions: RuleActions): Route =>
  implement(deleteRule, async ({ principal, params }) => {
    await actions.deleteRule(principal.workspaceId, params.id);
    return { status: 200, body: { ok: true } };
  });
