import { Link } from '@tanstack/react-router';

import { useMay } from '../../../app/session.ts';
import { formatPercent } from '../../../formats.ts';
import type { Estimate, VersionResults } from './queries.ts';
import { texts } from './texts.ts';

/** Describes a rate with its interval as text. */
export function describeEstimate({ value, low, high }: Estimate, format = formatPercent): string {
  return texts.estimate(format(value), format(low), format(high));
}

/** How far a version agrees with people; with too few labels, why that is unknown and how to get more. */
export function Agreement({ results }: { readonly results: VersionResults }) {
  const { agreement, needed, unlabelled } = results;
  const may = useMay();
  if (agreement !== null) return <Rate estimate={agreement} />;
  const [stratum] = unlabelled;
  const text =
    needed > 0
      ? texts.needed(needed)
      : stratum === undefined
        ? texts.undefined
        : texts.unlabelled[stratum];
  // Held and flagged outputs wait in the queue; passed outputs are reviewed only as samples.
  const isInQueue = needed === 0 && stratum !== 'passed';
  return (
    <div className="min-w-28 sm:min-w-44 text-xs text-soft">
      <p>{text}</p>
      {isInQueue ? (
        <Link to="/" className="text-accent hover:underline">
          {texts.toQueue}
        </Link>
      ) : (
        may('updateProject') && (
          <Link to="/projects" className="text-accent hover:underline">
            {texts.toSampleRate}
          </Link>
        )
      )}
    </div>
  );
}

/** A rate with its interval, as a bar and as text. */
export function Rate({ estimate }: { readonly estimate: Estimate }) {
  return (
    <div className="min-w-28 sm:min-w-44">
      <IntervalBar estimate={estimate} />
      <p className="mt-1 text-xs whitespace-nowrap tabular-nums">
        <span className="text-sm font-medium">{formatPercent(estimate.value)}</span>{' '}
        <span className="text-faint">
          {formatPercent(estimate.low)}–{formatPercent(estimate.high)}
        </span>
      </p>
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;

/** A bar from 0 to 100 %: the interval as a band, the estimate as a mark. */
function IntervalBar({ estimate: { value, low, high } }: { readonly estimate: Estimate }) {
  return (
    <div aria-hidden className="relative h-2 rounded-full bg-line">
      <div
        className="absolute inset-y-0 min-w-1 rounded-full bg-chart-first/45"
        style={{ left: percent(low), width: percent(high - low) }}
      />
      <div
        className="absolute -inset-y-0.5 w-1 -translate-x-1/2 rounded-full bg-chart-first"
        style={{ left: percent(value) }}
      />
    </div>
  );
}
