import type { OutputsSubmitted } from '@output-review/contracts';

import type { EvaluateRuns } from './evaluate-runs.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import type { RequestedRun } from './requested-run.ts';

export interface TracedSubmission {
  readonly submission: OutputsSubmitted;
  readonly traceparent: string | null;
}

// An inline call ends within 28 s of acceptance; whatever has none by then will never have one.
const INLINE_MS_MAX = 35_000;

export const makeEvaluateSubmissions =
  ({
    evaluateRuns,
    evaluations,
  }: {
    readonly evaluateRuns: EvaluateRuns;
    readonly evaluations: Pick<EvaluationStore, 'hold'>;
  }) =>
  /** Evaluates what nobody waits for; the rest is left to its inline call for a while. */
  async (submitted: readonly TracedSubmission[]): Promise<void> => {
    const waiting = submitted.filter(({ submission }) => submission.sync);
    if (waiting.length > 0) await evaluations.hold(waiting.map(withDueTime));
    const runs = submitted.filter(({ submission }) => !submission.sync).map(firstRunOf);
    if (runs.length > 0) await evaluateRuns(runs);
  };

/** The run that a submission itself asks for. */
export function firstRunOf({ submission, traceparent }: TracedSubmission): RequestedRun {
  const { workspaceId, id, projectId, taskId, content, attachments: files = [] } = submission;
  return { workspaceId, id, run: 1, projectId, taskId, content, files, traceparent };
}

function withDueTime(traced: TracedSubmission) {
  const acceptedMs = Date.parse(traced.submission.acceptedAt);
  return { ...traced, dueAt: new Date(acceptedMs + INLINE_MS_MAX) };
}
