import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useRef } from 'react';

import { Bars } from './bars.tsx';
import type { ChartProps } from './chart-props.ts';
import { ChartCursor } from './chart-cursor.tsx';
import { formatTick } from './formats.ts';
import { Lines } from './lines.tsx';
import type { Point } from './figures.ts';
import type { Drawn, Picture } from './pictures.ts';
import { useWidth } from './use-width.ts';

const HEIGHT_PX = 220;
const MARGIN = { top: 8, right: 16, bottom: 24, left: 52 } as const;
const PLOT_HEIGHT_PX = HEIGHT_PX - MARGIN.top - MARGIN.bottom;
const BAR_MAX_PX = 36;
const TICK_WIDTH_PX = 72;
const ROWS = 4;

const LABEL = { fill: 'currentColor', fontFamily: 'inherit', fontSize: 11 } as const;

/** Time from left to right. Whoever hears the page has the links of the cursor, and the table. */
export function TimeChart({ picture, points, view }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const plotWidth = Math.max(0, width - MARGIN.left - MARGIN.right);
  const ats = points.map(({ at }) => at);
  const x = scaleBand({ domain: ats, range: [0, plotWidth], padding: 0.2 });
  x.padding(Math.max(0.2, 1 - BAR_MAX_PX / x.step()));
  const top = picture.top ?? largest(picture, points);
  const unit = picture.unitOf(top);
  const y = scaleLinear({
    domain: [0, Math.max(top / unit.size, picture.isWhole ? 1 : 0) || 1],
    range: [PLOT_HEIGHT_PX, 0],
    nice: ROWS,
  });
  const rows = y.ticks(ROWS).filter((row) => !picture.isWhole || Number.isInteger(row));
  const Marks = picture.kind === 'bars' ? Bars : Lines;
  return (
    <div ref={frame} className="relative text-faint" style={{ height: HEIGHT_PX }}>
      {plotWidth > 0 && (
        <>
          <svg width={width} height={HEIGHT_PX} aria-hidden className="block overflow-visible">
            <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
              <GridRows
                scale={y}
                width={plotWidth}
                tickValues={rows}
                stroke="currentColor"
                strokeOpacity={0.2}
              />
              <Marks drawn={inUnits(picture.drawn, unit.size)} {...{ points, x, y }} />
              <AxisLeft
                scale={y}
                tickValues={rows}
                tickFormat={(row) => unit.formatTick(Number(row))}
                tickLabelProps={{ ...LABEL, textAnchor: 'end', dx: -2, dy: 4 }}
                hideAxisLine
                hideTicks
              />
              <AxisBottom
                top={PLOT_HEIGHT_PX}
                scale={x}
                tickValues={ticksOf(ats, plotWidth)}
                tickFormat={(at) => formatTick(new Date(at), view.interval, ats.length)}
                tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
                stroke="currentColor"
                tickStroke="currentColor"
                tickLength={4}
              />
            </g>
          </svg>
          <ChartCursor
            {...{ picture, points, view, margin: MARGIN, step: x.step() }}
            plot={{ width: plotWidth, height: PLOT_HEIGHT_PX }}
          />
        </>
      )}
    </div>
  );
}

function inUnits(drawn: Picture['drawn'], size: number): readonly Drawn[] {
  return drawn.map(({ valueOf, ...rest }) => {
    const inUnit = (point: Point): number | null => {
      const value = valueOf(point);
      return value === null ? null : value / size;
    };
    return { ...rest, valueOf: inUnit };
  });
}

/** Of bars, which stand on each other, the largest sum. */
function largest({ kind, drawn }: Picture, points: readonly Point[]): number {
  const tops = points.map((point) => {
    const values = drawn.map(({ valueOf }) => valueOf(point) ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...tops);
}

/** As many as have room, evenly, with the latest among them. */
function ticksOf(ats: readonly string[], width: number): string[] {
  const every = Math.ceil(ats.length / Math.max(1, Math.floor(width / TICK_WIDTH_PX)));
  return ats.filter((_, place) => (ats.length - 1 - place) % every === 0);
}
