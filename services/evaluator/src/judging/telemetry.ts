import { isRecorded, type Metrics, type Tracing } from '@output-review/runtime';

import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { CallPool } from '../rule-process/call-pool.ts';
import type { Claim } from '../runs/runs.pure.ts';
import type { Asked } from './ask-judge.ts';

// From a small local model to the maximum of a call with its retries.
const BOUNDS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 30];

/** Measures calls to judges. */
export function measureJudging(metrics: Metrics): (asked: Asked) => void {
  const durations = metrics.histogram({
    name: 'output_review_judge_call_duration_seconds',
    help:
      'How long a judge took for a rule, retries included, by provider, outcome (answered, or why ' +
      'not) and mode of the rule: live, shadow.',
    labels: ['provider', 'outcome', 'mode'],
    bounds: BOUNDS_SECONDS,
  });
  return ({ judge, reply, latencyMs, isShadow }) => {
    const outcome = reply instanceof JudgeFailure ? reply.reason : 'answered';
    const mode = isShadow ? 'shadow' : 'live';
    durations.of({ provider: judge?.provider ?? 'none', outcome, mode }).observe(latencyMs / 1_000);
  };
}

/** Reports the usage of judge call slots. Each replica has its own slots, so take the `sum`. */
export function watchCallPools(metrics: Metrics, pools: Readonly<Record<string, CallPool>>): void {
  const calls = metrics.gauge({
    name: 'output_review_judge_calls',
    help:
      'Judge calls by pool (background, inline: a caller waits, shadow) and state: running, waiting ' +
      'for a slot.',
    labels: ['pool', 'state'],
  });
  metrics.beforeScrape({
    name: 'judge calls',
    read: () => {
      for (const [pool, { load }] of Object.entries(pools)) {
        calls.set({ pool, state: 'running' }, load.running);
        calls.set({ pool, state: 'waiting' }, load.waiting);
      }
      return Promise.resolve();
    },
    clear: () => calls.clear(),
  });
}

type TracedJob = Claim & { readonly traceparent: string | null };

interface JobSpan<Job extends TracedJob> {
  readonly name: string;
  readonly job: Job;
}

/** Runs a job in the trace of its output. Its own spans and events continue that trace. */
export function traceJob<Job extends TracedJob, T>(
  tracing: Tracing | null,
  { name, job }: JobSpan<Job>,
  work: (job: Job) => Promise<T>,
): Promise<T> {
  const { traceparent: parent, attempt } = job;
  if (!tracing || !isRecorded(parent)) return work(job);
  const attributes = { 'output_review.attempt': attempt };
  return tracing.during({ name, parent, attributes }, ({ traceparent }) =>
    work({ ...job, traceparent }),
  );
}
