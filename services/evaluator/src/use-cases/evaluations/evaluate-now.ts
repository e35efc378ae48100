import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { EvaluateRuns } from './evaluate-runs.ts';
import { firstRunOf } from './evaluate-submissions.ts';
import type { EvaluationStore } from './evaluation-store.ts';

export const makeEvaluateNow =
  ({
    evaluateRuns,
    evaluations,
  }: {
    readonly evaluateRuns: EvaluateRuns;
    readonly evaluations: Pick<EvaluationStore, 'lookUp'>;
  }) =>
  /**
   * Evaluates while the caller waits. Whoever comes second, a repeat or the sweeper, gets or leaves
   * the first result: it is committed before it is answered.
   */
  async (submission: OutputsSubmitted): Promise<OutputsEvaluated> => {
    const { workspaceId, id } = submission;
    const stored = await evaluations.lookUp(workspaceId, [id]);
    if (stored[0]) return stored[0];

    const [recorded] = await evaluateRuns([firstRunOf({ submission, traceparent: null })]);
    if (recorded) return recorded.data;

    const [first] = await evaluations.lookUp(workspaceId, [id]);
    if (!first) throw new AppError('NOT_FOUND', 'This output was deleted.');
    return first;
  };
