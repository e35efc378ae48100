import type { Metrics } from '@output-review/runtime';

import type { RuleProcessesOptions } from '../rule-process/rule-processes.ts';

/** Counts evaluations whose rules were settled in a process of their own. */
export function countApart(metrics: Metrics): NonNullable<RuleProcessesOptions['onEnded']> {
  const evaluations = metrics.counter({
    name: 'output_review_evaluations_apart_total',
    help: 'Evaluations that were costly enough for a process of their own, by how that ended: done, deadline, ended, busy.',
    labels: ['ending'],
  });
  return (ending) => evaluations.of({ ending }).add();
}
