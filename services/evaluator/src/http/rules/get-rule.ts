import { getRule } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { findRule } from './find-rule.ts';
import { presentRule } from './present-rule.ts';
import type { RuleActions } from './rule-actions.ts';

export const makeGetRuleRoute = ({ rules }: RuleActions): Route =>
  implement(getRule, async ({ principal, params }) => {
    const found = await findRule(rules, principal.workspaceId, params.id);
    return { status: 200, body: presentRule(found) };
  });
