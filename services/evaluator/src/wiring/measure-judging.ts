import type { Metrics } from '@output-review/runtime';

import { JudgeFailure } from '../domain/judges/judge-failure.ts';
import type { AskJudgeDeps } from '../use-cases/judging/ask-judge.ts';
import type { CallPool } from '../use-cases/judging/call-pool.ts';

// From a small model nearby to the end of a call and its tries.
const BOUNDS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 30];

/** Measures what is asked of judges. */
export function measureJudging(metrics: Metrics): NonNullable<AskJudgeDeps['onAsked']> {
  const durations = metrics.histogram({
    name: 'output_review_judge_call_duration_seconds',
    help: 'How long a judge took for a rule, tries included, by provider and outcome: answered, or why not.',
    labels: ['provider', 'outcome'],
    bounds: BOUNDS_SECONDS,
  });
  return ({ judge, reply, latencyMs }) => {
    const outcome = reply instanceof JudgeFailure ? reply.reason : 'answered';
    durations.of({ provider: judge?.provider ?? 'none', outcome }).observe(latencyMs / 1_000);
  };
}

/** Tells how full the places of judge calls are; replicas have places of their own: take `sum`. */
export function watchCallPools(metrics: Metrics, pools: Readonly<Record<string, CallPool>>): void {
  const calls = metrics.gauge({
    name: 'output_review_judge_calls',
    help: 'Calls of judges by pool (background, inline: a caller waits) and state: running, waiting for a place.',
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
