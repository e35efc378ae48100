import { updateRule } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { callerOf } from '../caller.ts';
import { findRule } from './find-rule.ts';
import { presentRule } from './present-rule.ts';
import type { RuleActions } from './rule-actions.ts';

export const makeUpdateRuleRoute = (actions: RuleActions): Route =>
  implement(updateRule, async ({ params, body, ...request }) => {
    const caller = callerOf(request);
    const ref = { workspaceId: caller.workspaceId, id: params.id };
    const asking = { origin: request, registry: actions.registryFor(caller) };
    await actions.updateRule(ref, body, asking);
    const updated = await findRule(actions.rules, ref.workspaceId, ref.id);
    return { status: 200, body: presentRule(updated) };
  });
