import type { OutputStatus } from '@output-review/contracts';

/** How many outputs stand where, decided or not. */
export interface StatusCount {
  readonly status: OutputStatus;
  readonly isDecided: boolean;
  readonly count: number;
}

export interface Summary {
  readonly totalRuns: number;
  readonly failuresDetected: number;
  readonly pendingReviews: number;
  readonly successRate: number;
}

export function summarize(counts: readonly StatusCount[]): Summary {
  const sum = (matches: (count: StatusCount) => boolean) =>
    counts.reduce((total, each) => total + (matches(each) ? each.count : 0), 0);
  const isFailure = ({ status }: StatusCount) => status === 'flagged' || status === 'error';
  const passed = sum(({ status }) => status === 'pass');
  const failuresDetected = sum(isFailure);
  const evaluated = passed + failuresDetected;
  return {
    totalRuns: sum(() => true),
    failuresDetected,
    pendingReviews: sum((each) => isFailure(each) && !each.isDecided),
    successRate: evaluated === 0 ? 0 : passed / evaluated,
  };
}
