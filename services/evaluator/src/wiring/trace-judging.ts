import { activeTraceparent, isRecorded, type Tracing } from '@output-review/runtime';

import type { AskModel } from '../use-cases/judging/ask-judge.ts';
import type { Claim } from '../use-cases/judging/judge-jobs.ts';

type TracedJob = Claim & { readonly traceparent: string | null };

/** A job in the trace of its output: what comes of it goes on from there. */
export function traceJobs<Job extends TracedJob, Limits, Result>(
  runJob: (job: Job, limits: Limits) => Promise<Result>,
  { name, tracing }: { readonly name: string; readonly tracing: Tracing | null },
): (job: Job, limits: Limits) => Promise<Result> {
  if (!tracing) return runJob;
  return (job, limits) => {
    const { traceparent: parent, attempt } = job;
    if (!isRecorded(parent)) return runJob(job, limits);
    const attributes = { 'output_review.attempt': attempt };
    return tracing.during({ name, parent, attributes }, ({ traceparent }) =>
      runJob({ ...job, traceparent }, limits),
    );
  };
}

/** A call to a model in the trace of what it is asked for. */
export function traceCalls(askModel: AskModel, tracing: Tracing | null): AskModel {
  if (!tracing) return askModel;
  return (question, ending) => {
    if (activeTraceparent() === null) return askModel(question, ending);
    const { provider, model } = question.judge;
    const attributes = { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
    return tracing.during({ name: 'ask judge', kind: 'CLIENT', attributes }, () =>
      askModel(question, ending),
    );
  };
}
