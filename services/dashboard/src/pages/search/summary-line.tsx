import { formatNumber, formatPercent } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';

interface SummaryLineProps {
  readonly summary: {
    readonly totalRuns: number;
    readonly failuresDetected: number;
    readonly pendingReviews: number;
    readonly successRate: number;
  };
}

/** What all that was found comes to, not only what is shown of it. */
export function SummaryLine({ summary }: SummaryLineProps) {
  const { totalRuns, failuresDetected, pendingReviews, successRate } = summary;
  const figures: readonly (readonly [string, string])[] = [
    [texts.search.summary.runs, formatNumber(totalRuns)],
    [texts.search.summary.held, formatNumber(failuresDetected)],
    [texts.search.summary.waiting, formatNumber(pendingReviews)],
    [texts.search.summary.passed, formatPercent(successRate)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="text-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
