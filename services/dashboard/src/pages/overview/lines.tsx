import { AreaClosed, LinePath } from '@visx/shape';

import type { PlotProps } from './bars.tsx';
import { DASHES, FILLS, STROKES } from './tones.ts';

// With more points the line says it alone.
const DOTTED_MAX = 40;

/** A line each, with gaps where nothing is known. */
export function Lines({ drawn, points, x, y }: PlotProps) {
  const leftOf = ({ at }: { readonly at: string }): number => (x(at) ?? 0) + x.bandwidth() / 2;
  return drawn.map(({ name, tone, valueOf }) => {
    const known = points.filter((point) => valueOf(point) !== null);
    const line = {
      data: [...points],
      x: leftOf,
      y: (point: (typeof points)[number]) => y(valueOf(point) ?? 0),
      defined: (point: (typeof points)[number]) => valueOf(point) !== null,
    };
    return (
      <g key={name}>
        {drawn.length === 1 && (
          <AreaClosed {...line} yScale={y} className={FILLS[tone]} fillOpacity={0.12} />
        )}
        <LinePath
          {...line}
          className={STROKES[tone]}
          strokeWidth={2}
          strokeDasharray={DASHES[tone]}
          strokeLinejoin="round"
        />
        {points.length <= DOTTED_MAX &&
          known.map((point) => (
            <circle
              key={point.at}
              cx={leftOf(point)}
              cy={line.y(point)}
              r={2.5}
              className={FILLS[tone]}
            />
          ))}
      </g>
    );
  });
}
