import { listRules } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { presentRule } from './present-rule.ts';
import type { RuleActions } from './rule-actions.ts';

export const makeListRulesRoute = ({ rules }: RuleActions): Route =>
  implement(listRules, async ({ principal }) => {
    const found = await rules.list(principal.workspaceId);
    return { status: 200, body: found.map(presentRule) };
  });
