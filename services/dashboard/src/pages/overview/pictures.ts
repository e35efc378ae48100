import { formatNumber, formatPercent, formatUsd } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';
import { passRate, type Point } from './figures.ts';
import { durationUnit, formatDuration, type Unit } from './formats.ts';

/** Names of colours in styles.css. */
export type Tone = 'pass' | 'flagged' | 'error' | 'first' | 'second';

/** What is drawn in one colour. */
export interface Drawn {
  readonly name: string;
  readonly tone: Tone;
  /** Null where there is nothing to draw, which is not 0. */
  readonly valueOf: (point: Point) => number | null;
}

export interface Picture {
  readonly title: string;
  /** Bars stand on each other: they are parts of one sum. */
  readonly kind: 'bars' | 'lines';
  readonly drawn: readonly Drawn[];
  readonly format: (value: number) => string;
  /** What the scale counts in, by its largest value. */
  readonly unitOf: (max: number) => Unit;
  /** The top of the scale, where it is not the largest value. */
  readonly top?: number;
  readonly isWhole?: boolean;
}

const { overview: words, status } = texts;

const plainUnit = (format: Unit['format']): Unit => ({ size: 1, format, formatTick: format });
const COUNTS = { format: formatNumber, unitOf: () => plainUnit(formatNumber) };
const DURATIONS = { format: formatDuration, unitOf: durationUnit };

const ALWAYS: readonly Picture[] = [
  {
    ...{ title: words.pictures.runs, kind: 'bars', isWhole: true, ...COUNTS },
    drawn: [
      { name: status.pass, tone: 'pass', valueOf: ({ pass }) => pass },
      { name: status.flagged, tone: 'flagged', valueOf: ({ flagged }) => flagged },
      { name: status.error, tone: 'error', valueOf: ({ error }) => error },
    ],
  },
  {
    ...{ title: words.pictures.passRate, kind: 'lines', top: 1, format: formatPercent },
    unitOf: () => plainUnit(formatPercent),
    drawn: [{ name: words.passRate, tone: 'first', valueOf: passRate }],
  },
  {
    ...{ title: words.pictures.decisions, kind: 'bars', isWhole: true, ...COUNTS },
    drawn: [{ name: words.decided, tone: 'first', valueOf: ({ decided }) => decided }],
  },
  {
    ...{ title: words.pictures.decisionTime, kind: 'lines', ...DURATIONS },
    drawn: [
      { name: words.median, tone: 'first', valueOf: ({ p50DecisionMs }) => p50DecisionMs },
      { name: words.p90, tone: 'second', valueOf: ({ p90DecisionMs }) => p90DecisionMs },
    ],
  },
];

const COST: Picture = {
  ...{ title: words.pictures.cost, kind: 'bars', format: formatUsd },
  unitOf: () => plainUnit(formatUsd),
  drawn: [
    { name: words.costOfRuns, tone: 'first', valueOf: ({ costUsd }) => costUsd },
    { name: words.costOfJudges, tone: 'second', valueOf: ({ judgeCostUsd }) => judgeCostUsd },
  ],
};

const JUDGE_TIME: Picture = {
  ...{ title: words.pictures.judgeTime, kind: 'lines', ...DURATIONS },
  drawn: [{ name: words.judgeTime, tone: 'first', valueOf: ({ meanJudgeMs }) => meanJudgeMs }],
};

/** The pictures of a time; nothing is drawn of costs and judges where there are none. */
export function picturesOf(points: readonly Point[]): readonly Picture[] {
  const hasCost = points.some(({ costUsd, judgeCostUsd }) => costUsd + judgeCostUsd > 0);
  const hasJudges = points.some(({ judgeCalls }) => judgeCalls > 0);
  return [...ALWAYS, ...(hasCost ? [COST] : []), ...(hasJudges ? [JUDGE_TIME] : [])];
}

/** Whether there is anything to draw at all. */
export function isBlank({ drawn, kind }: Picture, points: readonly Point[]): boolean {
  const nothing = kind === 'bars' ? 0 : null;
  return points.every((point) => drawn.every(({ valueOf }) => valueOf(point) === nothing));
}
