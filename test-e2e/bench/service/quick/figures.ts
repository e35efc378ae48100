import { formatReport, type Measurement, milliseconds, perSecond } from '../../frame/report.ts';
import { P99_MS_MAX } from '../measures/accepting.ts';
import { FOUND_P50_MS_MAX, FOUND_P99_MS_MAX } from '../measures/finding.ts';
import { OUTPUTS_PER_SECOND_MIN } from '../measures/pipeline.ts';
import type { KeptRow } from './kept-runs.ts';
import { type ProcessorTimes, totalOf } from './processor-time.ts';
import type { Loaded } from './subject.ts';

/** The results of a quick run, each the median of its rounds. */
export interface Figures {
  /** Per second, for the bare handler in the same rounds. */
  readonly bare: number;
  /** Per second. */
  readonly accepted: number;
  readonly p99Ms: number;
  /** Outputs per second, until all were searchable. */
  readonly pipeline: number;
  readonly foundP50Ms: number;
  readonly foundP99Ms: number;
  readonly verdictP50Ms: number;
  readonly findPerSecond: number;
  readonly full: readonly Loaded[];
  readonly thousand: Loaded;
  /** Per output. */
  readonly walBytes: number;
  readonly textBytes: number;
  readonly idle: ProcessorTimes;
  readonly idleSeconds: number;
}

// Goals per output: core time and WAL.
const FULL_US_MAX = 430;
const THOUSAND_US_MAX = 650;
const WAL_TIMES_MAX = 5;
const IDLE_SHARE_MAX = 0.01;

/** Formats the measurements with their goals as a table. */
export function formatFigures(figures: Figures): string {
  return formatReport([...measuresOfPace(figures), ...measuresOfCost(figures)]);
}

function measuresOfPace(figures: Figures): Measurement[] {
  const { bare, accepted, p99Ms, pipeline, foundP50Ms, foundP99Ms } = figures;
  const { verdictP50Ms, findPerSecond } = figures;
  return [
    {
      measure: 'accepted, 64 connections',
      ours: `${perSecond(accepted)}, ${percent(accepted / bare)} of bare`,
      goal: `≥ ${perSecond(bare)} (bare Koa, one insert each)`,
      isReached: accepted >= bare,
    },
    {
      measure: 'p99 of accepting at 70 % of that rate',
      ours: milliseconds(p99Ms),
      goal: `< ${milliseconds(P99_MS_MAX)}`,
      isReached: p99Ms < P99_MS_MAX,
    },
    {
      measure: 'whole pipeline with 10 rules',
      ours: `${perSecond(pipeline)}, ${percent(pipeline / bare)} of bare`,
      goal: `≥ ${perSecond(OUTPUTS_PER_SECOND_MIN)}`,
      isReached: pipeline >= OUTPUTS_PER_SECOND_MIN,
    },
    {
      measure: `found by search, at ${findPerSecond}/s`,
      ours: `p50 ${milliseconds(foundP50Ms)}, p99 ${milliseconds(foundP99Ms)}; with its verdict p50 ${milliseconds(verdictP50Ms)}`,
      goal: `p50 < ${FOUND_P50_MS_MAX} ms, p99 < ${FOUND_P99_MS_MAX} ms`,
      isReached: foundP50Ms < FOUND_P50_MS_MAX && foundP99Ms < FOUND_P99_MS_MAX,
    },
  ];
}

function measuresOfCost(figures: Figures): Measurement[] {
  const { full, thousand, walTimes, idle } = derive(figures);
  return [
    {
      measure: 'CPU time per output, full load',
      ours: microseconds(full),
      goal: `≤ ${microseconds(FULL_US_MAX)}`,
      isReached: full <= FULL_US_MAX,
    },
    {
      measure: 'CPU time per output, 1,000/s',
      ours: microseconds(thousand),
      goal: `≤ ${microseconds(THOUSAND_US_MAX)}`,
      isReached: thousand <= THOUSAND_US_MAX,
    },
    {
      measure: 'WAL per output',
      ours: `${Math.round(figures.walBytes)} B, ${walTimes.toFixed(1)} × its text`,
      goal: `≤ ${WAL_TIMES_MAX} ×`,
      isReached: walTimes <= WAL_TIMES_MAX,
    },
    {
      measure: 'CPU use of one core while idle',
      ours: percent(idle, 1),
      goal: `< ${percent(IDLE_SHARE_MAX)}`,
      isReached: idle < IDLE_SHARE_MAX,
    },
  ];
}

/** The values to compare between runs, relative to the bare handler on the same machine where possible. */
export function rowsToKeep(figures: Figures): KeptRow[] {
  const { bare, accepted, p99Ms, pipeline, foundP50Ms, foundP99Ms } = figures;
  const { verdictP50Ms, findPerSecond } = figures;
  const { full, thousand, walTimes, idle } = derive(figures);
  const found = `found at ${findPerSecond}/s`;
  return [
    { name: 'accepted, share of bare', value: accepted / bare, better: 'higher' },
    { name: 'p99 of accepting at 70 %, ms', value: p99Ms, better: 'lower' },
    { name: 'pipeline, share of bare', value: pipeline / bare, better: 'higher' },
    { name: `${found}, p50, ms`, value: foundP50Ms, better: 'lower' },
    { name: `${found}, p99, ms`, value: foundP99Ms, better: 'lower' },
    { name: `${found} with its verdict, p50, ms`, value: verdictP50Ms, better: 'lower' },
    { name: 'µs of a core an output, full load', value: full, better: 'lower' },
    { name: 'µs of a core an output, 1,000/s', value: thousand, better: 'lower' },
    { name: 'log of the database, times the text', value: walTimes, better: 'lower' },
    { name: 'of a core while idle, %', value: 100 * idle, better: 'lower' },
  ];
}

function derive({ full, thousand, walBytes, textBytes, idle, idleSeconds }: Figures) {
  return {
    full: microsecondsOf(full),
    thousand: microsecondsOf([thousand]),
    walTimes: walBytes / textBytes,
    idle: totalOf(idle) / idleSeconds,
  };
}

/** Core time per output, over all processes. */
function microsecondsOf(loads: readonly Loaded[]): number {
  const seconds = loads.reduce((sum, { times }) => sum + totalOf(times), 0);
  const outputs = loads.reduce((sum, load) => sum + load.outputs, 0);
  return (1e6 * seconds) / outputs;
}

const percent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)} %`;
const microseconds = (value: number): string => `${Math.round(value)} µs`;
