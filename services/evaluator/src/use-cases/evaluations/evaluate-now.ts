import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';

import type { JudgeNow } from '../judging/judge-now.ts';
import type { EvaluateRunsDeps } from './evaluate-runs.ts';
import { firstRunOf } from './evaluate-submissions.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { jobOf } from './prepare-runs.ts';

export type EvaluateNowDeps = Pick<EvaluateRunsDeps, 'prepareRuns' | 'announce'> & {
  readonly evaluations: Pick<EvaluationStore, 'lookUp' | 'record'>;
  readonly judgeNow: JudgeNow;
  /** The trace of the request in hand. */
  readonly traceparent: () => string | null;
};

export const makeEvaluateNow =
  ({ prepareRuns, evaluations, announce, judgeNow, traceparent }: EvaluateNowDeps) =>
  /**
   * Evaluates while the caller waits. Whoever comes second, a repeat or the sweeper, gets or leaves
   * the first result: it is committed before it is answered. Where judges are asked already, by the
   * rules of a moment ago, it waits for these.
   */
  async (submission: OutputsSubmitted): Promise<OutputsEvaluated> => {
    const { workspaceId, id } = submission;
    const stored = await evaluations.lookUp(workspaceId, [id]);
    if (stored[0]) return stored[0];

    const run = firstRunOf({ submission, traceparent: traceparent() });
    const { results, jobs } = await prepareRuns([run]);
    if (jobs[0]) return judgeNow(jobs[0]);
    const [recorded] = await evaluations.record(results);
    if (!recorded) return judgeNow(jobOf(run, results[0]?.data.appliedRules ?? []));
    announce([recorded]);
    return recorded.data;
  };
