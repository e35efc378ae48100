import { dryRunRules, INTERNAL_HEADERS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { statusOf, verdictOf } from '../../domain/evaluation.ts';
import { OutputNotSeen } from '../../use-cases/rules/dry-run.ts';
import { callerOf } from '../caller.ts';
import { namePlaces, presentAppliedRules } from './present-applied-rules.ts';
import { readDryRun } from './read-dry-run.ts';
import type { RuleActions } from './rule-actions.ts';

export function makeDryRunRulesRoute(actions: RuleActions): Route {
  const { operation, respond } = makeRoute(actions);
  return {
    operation,
    respond: async (ctx, tools) => {
      try {
        await respond(ctx, tools);
      } catch (error) {
        if (error instanceof OutputNotSeen) {
          ctx.set(INTERNAL_HEADERS.reviewState, 'not-seen');
          ctx.set(INTERNAL_HEADERS.ids, JSON.stringify([error.id]));
        }
        throw error;
      }
    },
  };
}

const makeRoute = (actions: RuleActions): Route =>
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
