import type { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';

import type { Point } from './figures.ts';
import type { Drawn } from './pictures.ts';
import { FILLS } from './tones.ts';

export interface PlotProps {
  readonly drawn: readonly Drawn[];
  readonly points: readonly Point[];
  /** By when an interval begins. */
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
}

/** Parts of a sum, one on the other. */
export function Bars({ drawn, points, x, y }: PlotProps) {
  const values = new Map(drawn.map(({ name, valueOf }) => [name, valueOf]));
  return (
    <BarStack<Point, string, typeof x, typeof y>
      data={[...points]}
      keys={[...values.keys()]}
      value={(point, name) => values.get(name)?.(point) ?? 0}
      x={({ at }) => at}
      xScale={x}
      yScale={y}
      color={() => ''}
    >
      {(stacks) =>
        drawn.map(({ name, tone }, place) => (
          <g key={name} className={FILLS[tone]}>
            {stacks[place]?.bars.map(({ index, x: left, y: top, width, height }) => (
              <rect key={index} {...{ x: left, y: top, width, height }} />
            ))}
          </g>
        ))
      }
    </BarStack>
  );
}
