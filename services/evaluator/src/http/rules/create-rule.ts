import { createRule } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { callerOf } from '../caller.ts';
import { findRule } from './find-rule.ts';
import { presentRule } from './present-rule.ts';
import type { RuleActions } from './rule-actions.ts';

export const makeCreateRuleRoute = (actions: RuleActions): Route =>
  implement(createRule, async ({ body, ...request }) => {
    const caller = callerOf(request);
    const { workspaceId } = caller;
    const newRule = {
      ...body,
      description: body.description ?? null,
      isActive: body.isActive ?? true,
      llmJudgeProvider: body.llmJudgeProvider ?? null,
      llmJudgeModel: body.llmJudgeModel ?? null,
      judgeFiles: body.judgeFiles ?? false,
    };
    const asking = { origin: request, registry: actions.registryFor(caller) };
    const id = await actions.createRule(workspaceId, newRule, asking);
    const created = await findRule(actions.rules, workspaceId, id);
    return { status: 201, body: presentRule(created), headers: { Location: `/api/rules/${id}` } };
  });
