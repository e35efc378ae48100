import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { AreaClosed, BarStack, LinePath } from '@visx/shape';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { remPx } from '../../app/screen.ts';
import { ChartCursor } from './chart-cursor.tsx';
import { formatTick, type Point } from './figures.ts';
import { type ChartProps, DASHES, type Drawn, FILLS, type Picture, STROKES } from './pictures.ts';

const ROWS = 4;

/** The sizes of the parts in pixels, by the pixels of a rem. */
const sizesAt = (rem: number) => ({
  height: 13.75 * rem,
  margin: { top: 0.5 * rem, right: rem, bottom: 1.5 * rem, left: 3.25 * rem },
  barMax: 2.25 * rem,
  tickWidth: 4.5 * rem,
  tickLength: 0.25 * rem,
  label: { fill: 'currentColor', fontFamily: 'inherit', fontSize: 0.6875 * rem },
});

/** A chart over time. Screen readers use the links of the cursor, and the table. */
export function TimeChart({ picture, points, view }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, rem } = useFrame(frame);
  const { height, margin, barMax, tickWidth, tickLength, label } = sizesAt(rem);
  const plotWidth = Math.max(0, width - margin.left - margin.right);
  const plotHeight = height - margin.top - margin.bottom;
  const ats = points.map(({ at }) => at);
  const x = scaleBand({ domain: ats, range: [0, plotWidth], padding: 0.2 });
  x.padding(Math.max(0.2, 1 - barMax / x.step()));
  const top = picture.top ?? largest(picture, points);
  const unit = picture.unitOf(top);
  const y = scaleLinear({
    domain: [0, Math.max(top / unit.size, picture.isWhole ? 1 : 0) || 1],
    range: [plotHeight, 0],
    nice: ROWS,
  });
  const rows = y.ticks(ROWS).filter((row) => !picture.isWhole || Number.isInteger(row));
  const Marks = picture.kind === 'bars' ? Bars : Lines;
  return (
    <div ref={frame} className="relative text-faint" style={{ height }}>
      {plotWidth > 0 && (
        <>
          <svg width={width} height={height} aria-hidden className="block overflow-visible">
            <g transform={`translate(${margin.left} ${margin.top})`}>
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
                tickLabelProps={{ ...label, textAnchor: 'end', dx: -2, dy: tickLength }}
                hideAxisLine
                hideTicks
              />
              <AxisBottom
                top={plotHeight}
                scale={x}
                tickValues={ticksOf(ats, plotWidth / tickWidth)}
                tickFormat={(at) => formatTick(new Date(at), view.interval, ats.length)}
                tickLabelProps={{ ...label, textAnchor: 'middle' }}
                stroke="currentColor"
                tickStroke="currentColor"
                tickLength={tickLength}
              />
            </g>
          </svg>
          <ChartCursor
            {...{ picture, points, view, margin, step: x.step() }}
            plot={{ width: plotWidth, height: plotHeight }}
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

/** The largest value; for stacked bars, the largest sum. */
function largest({ kind, drawn }: Picture, points: readonly Point[]): number {
  const tops = points.map((point) => {
    const values = drawn.map(({ valueOf }) => valueOf(point) ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...tops);
}

/** Evenly spaced ticks, at most as many as there is room for, including the latest. */
function ticksOf(ats: readonly string[], room: number): string[] {
  const every = Math.ceil(ats.length / Math.max(1, Math.floor(room)));
  return ats.filter((_, place) => (ats.length - 1 - place) % every === 0);
}

/** The layout width of an element, 0 until it is measured, and the text size that the user has set; in pixels. */
function useFrame(element: RefObject<HTMLElement | null>) {
  const [frame, setFrame] = useState(() => ({ width: 0, rem: remPx() }));
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setFrame({ width: Math.floor(entry.contentRect.width), rem: remPx() });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return frame;
}

// With more points, the line is enough.
const DOTTED_MAX = 40;

/** One line per series, with gaps where there is no data. */
function Lines({ drawn, points, x, y }: PlotProps) {
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

interface PlotProps {
  readonly drawn: readonly Drawn[];
  readonly points: readonly Point[];
  /** By the start of the interval. */
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
}

/** Stacked bars. */
function Bars({ drawn, points, x, y }: PlotProps) {
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
