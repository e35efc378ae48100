import {
  type EgressGuard,
  makeRegistry,
  makeReplayDeadLetters,
  newId,
} from '@output-review/runtime';

import { takeModelCall } from '../clients/model-calls-client.ts';
import { makeOutputs } from '../clients/outputs-client.ts';
import { makeRequestRuns } from '../clients/request-runs-client.ts';
import { makeReplayHandlers } from '../consumers/replay-handlers.ts';
import type { InternalActions } from '../http/internal/internal-actions.ts';
import type { RuleActions } from '../http/rules/rule-actions.ts';
import type { EvaluatorOptions } from '../options.ts';
import { makeCreateRule } from '../use-cases/rules/create-rule.ts';
import { makeDeleteRule } from '../use-cases/rules/delete-rule.ts';
import { makeDryRun } from '../use-cases/rules/dry-run.ts';
import { makeLocateRule } from '../use-cases/rules/locate-rule.ts';
import { makeUpdateRule } from '../use-cases/rules/update-rule.ts';
import { makeChangeWorkspaceJudges } from '../use-cases/workspace-judges/change-workspace-judges.ts';
import type { Clients } from './clients.ts';
import type { Evaluating } from './evaluating.ts';
import type { Stores } from './stores.ts';

interface Parts {
  readonly stores: Stores;
  readonly clients: Clients;
  readonly evaluating: Evaluating;
  readonly egress: EgressGuard;
}

/** What the routes do. */
export function makeActions(
  options: EvaluatorOptions,
  parts: Parts,
): { readonly rules: RuleActions; readonly internal: InternalActions } {
  return { rules: makeRuleActions(options, parts), internal: makeInternalActions(options, parts) };
}

function makeRuleActions(
  { clock }: EvaluatorOptions,
  { stores, clients, evaluating }: Parts,
): RuleActions {
  const { rules, changeRules, registry: names } = stores;
  const deps = {
    rules,
    changeRules,
    locateRule: makeLocateRule({ names }),
    findValueFault: evaluating.findValueFault,
    newId,
    now: () => clock.now(),
  };
  return {
    rules,
    names,
    createRule: makeCreateRule(deps),
    updateRule: makeUpdateRule(deps),
    deleteRule: makeDeleteRule(deps),
    dryRun: makeDryRun(evaluating),
    registryFor: (caller) => makeRegistry(clients.gateway, caller),
    outputsFor: (caller) => makeOutputs(clients.review, caller),
    takeModelCallOf: (caller) => takeModelCall(clients.gateway, caller),
  };
}

function makeInternalActions(
  { sealer }: EvaluatorOptions,
  { stores, clients, evaluating, egress }: Parts,
): InternalActions {
  const { evaluations, findRuleVersions, judges, registry, deadLetters } = stores;
  return {
    evaluateNow: evaluating.evaluateNow,
    lookUpEvaluations: (workspaceId, ids) => evaluations.lookUp(workspaceId, ids),
    findRuleVersions,
    readJudges: judges.read,
    changeJudges: makeChangeWorkspaceJudges({
      store: judges,
      findUrlFault: egress.findUrlFault,
      seal: sealer.seal,
    }),
    sealedColumns: stores.sealedColumns,
    sealer,
    registry,
    deadLetters,
    replay: (ids, caller) => {
      const requestRuns = makeRequestRuns(clients.review, caller);
      const handlers = makeReplayHandlers({ ...stores, requestRuns });
      return makeReplayDeadLetters({ deadLetters, handlers })(ids);
    },
  };
}
