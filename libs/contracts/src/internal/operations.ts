import { evaluateNow, lookUpEvaluations, lookUpRuleVersions } from './evaluation.ts';
import { resolveRegistry } from './registry.ts';
import { applyEvents, confirmHeld, requestRuns } from './review.ts';

/** What services ask of each other while a caller waits. */
export const INTERNAL_OPERATIONS = {
  resolveRegistry,
  evaluateNow,
  lookUpEvaluations,
  lookUpRuleVersions,
  applyEvents,
  confirmHeld,
  requestRuns,
} as const;
