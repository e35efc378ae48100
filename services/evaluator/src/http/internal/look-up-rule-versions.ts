import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { scopeOf } from '../../domain/rule.ts';
import type { RuleVersion } from '../../use-cases/rules/rule-store.ts';
import type { InternalActions } from './internal-actions.ts';

export const makeLookUpRuleVersionsRoute = ({ findRuleVersions }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.lookUpRuleVersions, async ({ body }) => {
    const found = await findRuleVersions(body.workspaceId, body.ids);
    return { status: 200, body: { versions: found.map(presentVersion) } };
  });

function presentVersion(version: RuleVersion) {
  return {
    ruleVersionId: version.versionId,
    ruleId: version.ruleId,
    ruleVersion: version.version,
    ruleName: version.name,
    ruleType: version.type,
    ruleValue: version.value,
    scope: scopeOf(version),
    projectId: version.projectId,
    taskId: version.taskId,
  };
}
