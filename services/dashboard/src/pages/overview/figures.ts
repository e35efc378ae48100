import type { operations } from '../../api/schema.d.ts';

type Answer = operations['getStatistics']['responses'][200]['content']['application/json'];
export type Series = Answer['series'][number];
/** What happened in an interval. */
export type Point = Series['points'][number];

/** The share of results that passed, from 0 to 1; null without any. */
export function passRate({ pass, runs }: Pick<Point, 'pass' | 'runs'>): number | null {
  return runs === 0 ? null : pass / runs;
}

/** How a figure stands to the one of the time before. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** How much of the former it is, without its sign; of a share, the points between. */
  readonly size: number;
}

/** Of counts and times; null where there was nothing to hold it against. */
export function relativeChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null;
  return changeOf((now - before) / before);
}

/** Of shares: points, because a share of a share misleads. */
export function pointChange(now: number | null, before: number | null): Change | null {
  return now === null || before === null ? null : changeOf(now - before);
}

// Less is shown as 0 %.
const SIZE_MIN = 0.0005;

function changeOf(difference: number): Change {
  const size = Math.abs(difference);
  if (size < SIZE_MIN) return { direction: 'same', size: 0 };
  return { direction: difference > 0 ? 'up' : 'down', size };
}

/** One row of the table: what a series comes to in the whole range. */
export interface GroupFigures extends Omit<Point, 'at'> {
  /** Null for outputs without. */
  readonly key: string | null;
}

/** Those with most flagged first, then those with most runs. */
export function groupFigures(series: readonly Series[]): readonly GroupFigures[] {
  const rows = series.flatMap(({ key, points }) => points.map((point) => ({ key, ...point })));
  return rows.sort((one, other) => other.flagged - one.flagged || other.runs - one.runs);
}
