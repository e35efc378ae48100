import { leaveOutUndefined, readOneOf, readText } from '../../app/address.ts';
import { readInstant } from '../../outputs/instant.ts';
import {
  type Interval,
  INTERVALS,
  intervalsFor,
  type Preset,
  PRESETS,
  type RangeChoice,
  rangeOf,
  type TimeRange,
  usualInterval,
  wholeRange,
} from './time-range.ts';

export const GROUPS = [
  'project',
  'task',
  'model',
  'instructionsVersion',
  'status',
  'decidedBy',
  'reason',
] as const;
/** The dimension of the table. */
export type Group = (typeof GROUPS)[number];

/** The search params of the page. */
type OverviewSearch = ReturnType<typeof readOverviewSearch>;

/** Sets the given params; undefined removes one. */
export type ChangeView = (changed: { readonly [K in keyof OverviewSearch]?: unknown }) => void;

const USUAL_RANGE: Preset = '7d';
const USUAL_GROUP: Group = 'project';

/** Drops malformed values, since users can edit the URL. */
export function readOverviewSearch(raw: Readonly<Record<string, unknown>>) {
  const from = readInstant(readText(raw['from']) ?? '', 'first');
  const to = readInstant(readText(raw['to']) ?? '', 'last');
  const isSpan = from !== undefined && to !== undefined && Date.parse(from) < Date.parse(to);
  return leaveOutUndefined({
    // Instants; set together, instead of a range that ends now.
    from: isSpan ? from : undefined,
    to: isSpan ? to : undefined,
    range: isSpan ? undefined : readOneOf(PRESETS, raw['range']),
    interval: readOneOf(INTERVALS, raw['interval']),
    by: readOneOf(GROUPS, raw['by']),
  });
}

/** The displayed view, with defaults for missing params. */
export interface View {
  /** Null for a custom range. */
  readonly preset: Preset | null;
  readonly range: TimeRange;
  /** A custom range as chosen. `range` consists of whole intervals and may be longer. */
  readonly asked: TimeRange;
  readonly interval: Interval;
  readonly intervals: readonly Interval[];
  readonly by: Group;
}

export function viewOf(search: OverviewSearch, now: number): View {
  const choice = choiceOf(search);
  const hours = rangeOf(choice, now);
  const intervals = intervalsFor(hours);
  const interval = intervals.find((each) => each === search.interval) ?? usualInterval(hours);
  const range = wholeRange(hours, interval, now);
  return {
    ...{ preset: choice.preset, range, interval, intervals },
    asked: choice.preset === null ? choice : range,
    by: search.by ?? USUAL_GROUP,
  };
}

function choiceOf({ range = USUAL_RANGE, from, to }: OverviewSearch): RangeChoice {
  if (from === undefined || to === undefined) return { preset: range };
  return { preset: null, from: new Date(from), to: new Date(to) };
}
