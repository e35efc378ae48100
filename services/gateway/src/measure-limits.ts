import type { Metrics } from '@output-review/runtime';

import { LIMITED, type Limited } from './http/door/limits.ts';

/** Counts calls that are refused because their caller made too many. */
export function measureLimits(metrics: Metrics): (limited: Limited) => void {
  const family = metrics.counter({
    name: 'output_review_rate_limited_calls_total',
    help: 'Calls beside submissions that were refused, by limit: reads, writes, model_calls, sign_ins, mails.',
    labels: ['limit'],
  });
  for (const limit of LIMITED) family.of({ limit });
  return (limit) => family.of({ limit }).add();
}
