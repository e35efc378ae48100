import type { Metrics } from '@output-review/runtime';

import { JudgeFailure } from '../domain/judges/judge-failure.ts';
import type { AskJudgeDeps } from '../use-cases/judging/ask-judge.ts';

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
