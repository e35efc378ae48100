import { dryRunRules } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { statusOf, verdictOf } from '../../domain/evaluation.ts';
import { callerOf } from '../caller.ts';
import { namePlaces, presentAppliedRules } from './present-applied-rules.ts';
import { readDryRun } from './read-dry-run.ts';
import type { RuleActions } from './rule-actions.ts';

export const makeDryRunRulesRoute = (actions: RuleActions): Route =>
  implement(dryRunRules, async ({ body, ...request }) => {
    const caller = callerOf(request);
    const dryRun = readDryRun(body);
    const result = await actions.dryRun(caller.workspaceId, dryRun, {
      registry: actions.registryFor(caller),
      outputs: actions.outputsFor(caller),
      takeModelCall: () => actions.takeModelCallOf(caller),
    });
    const { outcome, confidenceScore, explanation } = result.evaluation;
    const places = await namePlaces(result, dryRun, (ids) =>
      actions.names.findNames(caller.workspaceId, ids),
    );
    return {
      status: 200,
      body: {
        verdict: verdictOf(outcome),
        confidenceScore,
        explanation,
        status: statusOf(outcome),
        appliedRules: presentAppliedRules(result, places),
      },
    };
  });
