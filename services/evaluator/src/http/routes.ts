import { makeDeadLetterRoutes, makeResealRoute, type Route } from '@output-review/runtime';

import {
  makeCloseRegistryEntryRoute,
  makeReopenRegistryEntryRoute,
} from './internal/close-registry-entry.ts';
import { makeEvaluateNowRoute } from './internal/evaluate-now.ts';
import type { InternalActions } from './internal/internal-actions.ts';
import {
  makeChangeJudgeSettingsRoute,
  makeReadJudgeSettingsRoute,
} from './internal/judge-settings.ts';
import { makeLookUpEvaluationsRoute } from './internal/look-up-evaluations.ts';
import { makeLookUpRuleVersionsRoute } from './internal/look-up-rule-versions.ts';
import { makeCreateRuleRoute } from './rules/create-rule.ts';
import { makeDeleteRuleRoute } from './rules/delete-rule.ts';
import { makeDryRunRulesRoute } from './rules/dry-run-rules.ts';
import { makeGetRuleRoute } from './rules/get-rule.ts';
import { makeListRulesRoute } from './rules/list-rules.ts';
import type { RuleActions } from './rules/rule-actions.ts';
import { makeUpdateRuleRoute } from './rules/update-rule.ts';

/** Everything that the evaluator answers. */
export function makeRoutes(rules: RuleActions, internal: InternalActions): Route[] {
  return [
    makeListRulesRoute(rules),
    makeCreateRuleRoute(rules),
    makeDryRunRulesRoute(rules),
    makeGetRuleRoute(rules),
    makeUpdateRuleRoute(rules),
    makeDeleteRuleRoute(rules),
    makeEvaluateNowRoute(internal),
    makeLookUpEvaluationsRoute(internal),
    makeLookUpRuleVersionsRoute(internal),
    makeReadJudgeSettingsRoute(internal),
    makeChangeJudgeSettingsRoute(internal),
    makeCloseRegistryEntryRoute(internal),
    makeReopenRegistryEntryRoute(internal),
    makeResealRoute(internal.sealedColumns, internal.sealer),
    ...makeDeadLetterRoutes(internal),
  ];
}
