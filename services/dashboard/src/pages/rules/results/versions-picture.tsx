import { formatPercent } from '../../../formats.ts';
import type { Estimate, VersionResults } from './queries.ts';
import { texts } from './texts.ts';

// More versions are too close to tell apart.
const VERSIONS_MAX = 20;
const LINES = [1, 0.75, 0.5, 0.25, 0] as const;

/** A chart of agreement by version, the newest on the right. The table next to it has the same numbers. */
export function VersionsPicture({ versions }: { readonly versions: readonly VersionResults[] }) {
  const shown = versions.slice(0, VERSIONS_MAX).toReversed();
  return (
    <figure aria-hidden className="text-xs text-faint">
      <figcaption className="mb-3 text-soft">{texts.card.picture}</figcaption>
      <div className="flex gap-2">
        <div className="relative h-40 w-9 shrink-0 tabular-nums">
          {LINES.map((share) => (
            <span
              key={share}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${share * 100}%` }}
            >
              {formatPercent(share)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className="relative flex h-40">
            {LINES.map((share) => (
              <div
                key={share}
                className="absolute inset-x-0 border-t border-line"
                style={{ bottom: `${share * 100}%` }}
              />
            ))}
            {shown.map(({ version, agreement }) => (
              <div key={version} className="relative min-w-0 flex-1">
                {agreement && <Mark estimate={agreement} />}
              </div>
            ))}
          </div>
          <div className="mt-1.5 flex tabular-nums">
            {shown.map(({ version }) => (
              <span key={version} className="min-w-0 flex-1 text-center">
                {version}
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

/** The interval as a band, the estimate as a mark. */
function Mark({ estimate: { value, low, high } }: { readonly estimate: Estimate }) {
  return (
    <>
      <div
        className="absolute left-1/2 w-2 -translate-x-1/2 rounded-full bg-chart-first/45"
        style={{ bottom: `${low * 100}%`, height: `${(high - low) * 100}%` }}
      />
      <div
        className="absolute left-1/2 size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-chart-first"
        style={{ bottom: `${value * 100}%` }}
      />
    </>
  );
}
