import { LOCALE } from '../../locale.ts';
import { texts } from '../../texts.ts';

interface SummaryLineProps {
  readonly summary: {
    readonly totalRuns: number;
    readonly failuresDetected: number;
    readonly pendingReviews: number;
    readonly successRate: number;
  };
}

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

/** What all that was found comes to, not only what is shown of it. */
export function SummaryLine({ summary }: SummaryLineProps) {
  const { totalRuns, failuresDetected, pendingReviews, successRate } = summary;
  const figures: readonly (readonly [string, string])[] = [
    [texts.search.summary.runs, NUMBER.format(totalRuns)],
    [texts.search.summary.held, NUMBER.format(failuresDetected)],
    [texts.search.summary.waiting, NUMBER.format(pendingReviews)],
    [texts.search.summary.passed, PERCENT.format(successRate)],
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
