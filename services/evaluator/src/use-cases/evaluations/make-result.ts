import type { Evaluation } from '../../domain/evaluation.ts';
import type { NewResult, RunRef } from './evaluation-store.ts';

/** The result of a run, as it is stored and announced. */
export function makeResult(
  run: RunRef & { readonly traceparent: string | null },
  evaluation: Evaluation,
  stamp: { readonly eventId: string; readonly now: Date },
): NewResult {
  return {
    data: {
      workspaceId: run.workspaceId,
      id: run.id,
      run: run.run,
      evaluatedAt: stamp.now.toISOString(),
      outcome: evaluation.outcome,
      confidenceScore: evaluation.confidenceScore,
      explanation: evaluation.explanation,
      appliedRules: evaluation.appliedRules,
    },
    eventId: stamp.eventId,
    traceparent: run.traceparent,
  };
}
