import { texts as componentTexts } from '../../components/texts.ts';
import { formatNumber, formatPercent, formatUsd } from '../../formats.ts';
import { durationUnit, formatDuration, passRate, type Point, type Unit } from './figures.ts';
import type { View } from './search.ts';
import { texts } from './texts.ts';

/** Names of colours in styles.css. */
type Tone = 'pass' | 'flagged' | 'error' | 'first' | 'second';

/** A series in one colour. */
export interface Drawn {
  readonly name: string;
  readonly tone: Tone;
  /** Null for no data, which is not 0. */
  readonly valueOf: (point: Point) => number | null;
}

export interface Picture {
  readonly title: string;
  /** Bars are stacked, as parts of a sum. */
  readonly kind: 'bars' | 'lines';
  readonly drawn: readonly Drawn[];
  readonly format: (value: number) => string;
  /** The unit of the scale for its largest value. */
  readonly unitOf: (max: number) => Unit;
  /** The top of the scale, if it is not the largest value. */
  readonly top?: number;
  readonly isWhole?: boolean;
}
const status = componentTexts.status;

const plainUnit = (format: Unit['format']): Unit => ({ size: 1, format, formatTick: format });
const COUNTS = { format: formatNumber, unitOf: () => plainUnit(formatNumber) };
const DURATIONS = { format: formatDuration, unitOf: durationUnit };

const ALWAYS: readonly Picture[] = [
  {
    ...{ title: texts.pictures.runs, kind: 'bars', isWhole: true, ...COUNTS },
    drawn: [
      { name: status.pass, tone: 'pass', valueOf: ({ pass }) => pass },
      { name: status.flagged, tone: 'flagged', valueOf: ({ flagged }) => flagged },
      { name: status.error, tone: 'error', valueOf: ({ error }) => error },
    ],
  },
  {
    ...{ title: texts.pictures.passRate, kind: 'lines', top: 1, format: formatPercent },
    unitOf: () => plainUnit(formatPercent),
    drawn: [{ name: texts.passRate, tone: 'first', valueOf: passRate }],
  },
  {
    ...{ title: texts.pictures.decisions, kind: 'bars', isWhole: true, ...COUNTS },
    drawn: [{ name: texts.decided, tone: 'first', valueOf: ({ decided }) => decided }],
  },
  {
    ...{ title: texts.pictures.decisionTime, kind: 'lines', ...DURATIONS },
    drawn: [
      { name: texts.median, tone: 'first', valueOf: ({ p50DecisionMs }) => p50DecisionMs },
      { name: texts.p90, tone: 'second', valueOf: ({ p90DecisionMs }) => p90DecisionMs },
    ],
  },
];

const COST: Picture = {
  ...{ title: texts.pictures.cost, kind: 'bars', format: formatUsd },
  unitOf: () => plainUnit(formatUsd),
  drawn: [
    { name: texts.costOfRuns, tone: 'first', valueOf: ({ costUsd }) => costUsd },
    { name: texts.costOfJudges, tone: 'second', valueOf: ({ judgeCostUsd }) => judgeCostUsd },
  ],
};

const JUDGE_TIME: Picture = {
  ...{ title: texts.pictures.judgeTime, kind: 'lines', ...DURATIONS },
  drawn: [{ name: texts.judgeTime, tone: 'first', valueOf: ({ meanJudgeMs }) => meanJudgeMs }],
};

/** The charts for the data; cost and judge charts only if there are any. */
export function picturesOf(points: readonly Point[]): readonly Picture[] {
  const hasCost = points.some(({ costUsd, judgeCostUsd }) => costUsd + judgeCostUsd > 0);
  const hasJudges = points.some(({ judgeCalls }) => judgeCalls > 0);
  return [...ALWAYS, ...(hasCost ? [COST] : []), ...(hasJudges ? [JUDGE_TIME] : [])];
}

/** Whether there is nothing to draw. */
export function isBlank({ drawn, kind }: Picture, points: readonly Point[]): boolean {
  const nothing = kind === 'bars' ? 0 : null;
  return points.every((point) => drawn.every(({ valueOf }) => valueOf(point) === nothing));
}

// Full class names, because Tailwind generates only classes that it finds in the source.
export const FILLS: Readonly<Record<Tone, string>> = {
  pass: 'fill-chart-pass',
  flagged: 'fill-chart-flagged',
  error: 'fill-chart-error',
  first: 'fill-chart-first',
  second: 'fill-chart-second',
};

export const STROKES: Readonly<Record<Tone, string>> = {
  pass: 'stroke-chart-pass',
  flagged: 'stroke-chart-flagged',
  error: 'stroke-chart-error',
  first: 'stroke-chart-first',
  second: 'stroke-chart-second',
};

/** Dashes distinguish lines without relying on colour. */
export const DASHES: Readonly<Partial<Record<Tone, string>>> = { second: '4 3' };

/** A chart with its data. */
export interface ChartProps {
  readonly picture: Picture;
  readonly points: readonly Point[];
  readonly view: View;
}
