import type { OutputsReevaluationRequested } from '@output-review/contracts';

import type { EvaluateRuns, EvaluateRunsDeps } from './evaluate-runs.ts';
import type { EvaluationStore, OutputRef } from './evaluation-store.ts';

export interface TracedRequest {
  readonly request: OutputsReevaluationRequested;
  readonly traceparent: string | null;
}

export const makeEvaluateAgain =
  ({
    evaluateRuns,
    evaluations,
    announce,
  }: Pick<EvaluateRunsDeps, 'announce'> & {
    readonly evaluateRuns: EvaluateRuns;
    readonly evaluations: Pick<EvaluationStore, 'reopen' | 'findSettled'>;
  }) =>
  /**
   * Publishes the stored results of these runs once more, and makes the runs that have none. A run
   * whose judges are being asked keeps its job.
   */
  async (requested: readonly TracedRequest[]): Promise<void> => {
    const runs = latestOfEach(requested).map(({ request, traceparent }) => ({
      workspaceId: request.workspaceId,
      id: request.id,
      run: request.run,
      projectId: request.projectId,
      taskId: request.taskId,
      content: request.content,
      files: request.attachments ?? [],
      traceparent,
    }));
    announce(await evaluations.reopen(runs));
    const settled = new Set((await evaluations.findSettled(runs)).map(keyOf));
    const missing = runs.filter((run) => !settled.has(keyOf(run)));
    if (missing.length > 0) await evaluateRuns(missing);
  };

/** Of several runs of an output only the latest counts; the others have been overtaken. */
function latestOfEach(requested: readonly TracedRequest[]): TracedRequest[] {
  const latest = new Map<string, TracedRequest>();
  for (const one of requested) {
    const key = keyOf(one.request);
    const other = latest.get(key);
    if (!other || other.request.run < one.request.run) latest.set(key, one);
  }
  return [...latest.values()];
}

function keyOf({ workspaceId, id }: OutputRef): string {
  return `${workspaceId}/${id}`;
}
