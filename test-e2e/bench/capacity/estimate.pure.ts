/** The cost of one output at a constant load. */
export interface LoadCost {
  readonly perSecond: number;
  /** Microseconds of a core per output, by process, including the idle cost of the system. */
  readonly micros: Readonly<Record<string, number>>;
  /** Bytes of WAL per output. */
  readonly logBytes: number;
  /** How often PostgreSQL flushed its WAL to disk, per second. */
  readonly syncsPerSecond: number;
}

/** Measurements of a system with one kind of texts. */
export interface CapacityFigures {
  readonly system: 'embedded' | 'stack';
  readonly at: string;
  readonly on: string;
  /** By increasing rate. */
  readonly loads: readonly LoadCost[];
  /** Disk space of PostgreSQL per output after all processing, including indexes. */
  readonly storedBytes: number;
  /** Size of one submission. */
  readonly submittedBytes: number;
}

/** The resources needed for a number of outputs per day. */
export interface Estimate {
  readonly perDay: number;
  readonly meanPerSecond: number;
  readonly peakPerSecond: number;
  /** Needed at the peak. */
  readonly cores: number;
  /** The same, by process. */
  readonly coresBy: Readonly<Record<string, number>>;
  readonly storedBytesPerDay: number;
  readonly logBytesPerSecond: number;
  readonly syncsPerSecond: number;
}

const SECONDS_PER_DAY = 86_400;
// Ratio of the busiest hour to the mean, for a load concentrated unevenly in eight hours of a day.
const PEAK_TO_MEAN = 4;
// Utilization of a core. Above it, callers wait for processor time.
const BUSY_SHARE_MAX = 0.7;

export function estimate(figures: CapacityFigures, perDay: number): Estimate {
  const meanPerSecond = perDay / SECONDS_PER_DAY;
  const peakPerSecond = meanPerSecond * PEAK_TO_MEAN;
  const { coresTaken, logBytes, syncs } = secondAt(figures.loads, peakPerSecond);
  const coresBy = mapValues(coresTaken, (cores) => cores / BUSY_SHARE_MAX);
  return {
    ...{ perDay, meanPerSecond, peakPerSecond, coresBy },
    cores: Object.values(coresBy).reduce((sum, cores) => sum + cores, 0),
    storedBytesPerDay: perDay * figures.storedBytes,
    logBytesPerSecond: logBytes,
    syncsPerSecond: syncs,
  };
}

/** The cost of one second of a load. */
interface SecondCost {
  readonly coresTaken: Readonly<Record<string, number>>;
  readonly logBytes: number;
  readonly syncs: number;
}

/**
 * Interpolates the cost per second between two measured loads by their rates. Below the lowest rate the cost per second
 * is constant; above the highest the cost per output is.
 */
function secondAt(loads: readonly LoadCost[], perSecond: number): SecondCost {
  const [lowest] = loads;
  const highest = loads.at(-1);
  if (!lowest || !highest) throw new Error('Nothing was measured');
  if (perSecond <= lowest.perSecond) return secondOf(lowest);
  if (perSecond >= highest.perSecond) {
    const { coresTaken, logBytes, syncs } = secondOf(highest);
    const times = perSecond / highest.perSecond;
    const more = mapValues(coresTaken, (cores) => cores * times);
    // A commit includes more outputs when more are waiting.
    return { coresTaken: more, logBytes: logBytes * times, syncs };
  }
  const above = loads.findIndex((load) => load.perSecond >= perSecond);
  const [from = lowest, to = highest] = loads.slice(above - 1, above + 1);
  const share = (perSecond - from.perSecond) / (to.perSecond - from.perSecond);
  const between = (a: number, b: number): number => a + (b - a) * share;
  const [low, high] = [secondOf(from), secondOf(to)];
  return {
    coresTaken: mapValues(low.coresTaken, (cores, name) =>
      between(cores, high.coresTaken[name] ?? cores),
    ),
    logBytes: between(low.logBytes, high.logBytes),
    syncs: between(low.syncs, high.syncs),
  };
}

function secondOf({ perSecond, micros, logBytes, syncsPerSecond }: LoadCost): SecondCost {
  return {
    coresTaken: mapValues(micros, (each) => (each * perSecond) / 1e6),
    logBytes: logBytes * perSecond,
    syncs: syncsPerSecond,
  };
}

function mapValues(
  record: Readonly<Record<string, number>>,
  map: (value: number, name: string) => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(value, name)]),
  );
}

/**
 * How many evaluators are needed to judge this many outputs per second, which is also the minimum number of partitions.
 *
 * @param judgeSeconds response time of a judge.
 * @param callsAtOnce concurrent calls of one evaluator: JUDGE_CALLS_MAX.
 */
export function evaluatorsFor(
  perSecond: number,
  { judgeSeconds, callsAtOnce }: { readonly judgeSeconds: number; readonly callsAtOnce: number },
): number {
  return Math.max(1, Math.ceil((perSecond * judgeSeconds) / callsAtOnce));
}
