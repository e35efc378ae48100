import { AppError } from '@output-review/errors';

import { type RuleContent, RULES_PER_WORKSPACE_MAX } from '../../domain/rule.ts';
import type { Asking } from './asking.ts';
import { auditedRule } from './audited-rule.ts';
import { checkRuleValue } from './check-rule-value.ts';
import type { FindValueFault } from './find-value-fault.ts';
import type { makeLocateRule, PlaceRequest } from './locate-rule.ts';
import { projectIsClosing } from './project-is-closing.ts';
import type { ChangeRules } from './rule-store.ts';

export type NewRule = Omit<RuleContent, 'projectId' | 'taskId'> & PlaceRequest;

export interface CreateRuleDeps {
  readonly changeRules: ChangeRules;
  readonly locateRule: ReturnType<typeof makeLocateRule>;
  readonly findValueFault: FindValueFault;
  readonly newId: () => string;
  readonly now: () => Date;
}

export const makeCreateRule =
  ({ changeRules, locateRule, findValueFault, newId, now }: CreateRuleDeps) =>
  /** @returns the id of the rule, which holds from then on. */
  async (workspaceId: string, request: NewRule, asking: Asking): Promise<string> => {
    await checkRuleValue(request, { workspaceId, findValueFault });
    const { projectId, projectName, taskName, ...content } = request;
    const place = await locateRule(
      workspaceId,
      { projectId, projectName, taskName },
      asking.registry,
    );

    return changeRules(workspaceId, async (rules) => {
      if ((await rules.count()) >= RULES_PER_WORKSPACE_MAX) throw tooManyRules();
      if (!(await rules.isOpen(place))) throw projectIsClosing();
      const id = newId();
      const createdAt = now();
      const rule = {
        ...content,
        ...place,
        workspaceId,
        id,
        version: 1,
        versionId: newId(),
        createdAt,
        updatedAt: createdAt,
      };
      await rules.save(rule);
      const after = auditedRule(rule);
      await rules.audit(asking.origin, { id, action: 'rule.created', after });
      return id;
    });
  };

function tooManyRules(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `A workspace has at most ${RULES_PER_WORKSPACE_MAX} rules.`,
  );
}
