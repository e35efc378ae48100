/** What one output costs at a constant load. */
export interface LoadCost {
  readonly perSecond: number;
  /** Microseconds of a core for each output, what an idle system takes included, by who took them. */
  readonly micros: Readonly<Record<string, number>>;
  /** Of the log of PostgreSQL, for each output. */
  readonly logBytes: number;
  /** How often PostgreSQL forced its log to the disk, a second. */
  readonly syncsPerSecond: number;
}

/** What was measured of a system, of one kind of texts. */
export interface CapacityFigures {
  readonly system: 'embedded' | 'stack';
  readonly at: string;
  readonly on: string;
  /** By rising rate. */
  readonly loads: readonly LoadCost[];
  /** On the disk of PostgreSQL when all is done, for each output, indexes included. */
  readonly storedBytes: number;
  /** Of one output as it is submitted. */
  readonly submittedBytes: number;
}

/** What a number of outputs a day needs, by the figures. */
export interface Estimate {
  readonly perDay: number;
  readonly meanPerSecond: number;
  readonly peakPerSecond: number;
  /** At the peak. */
  readonly cores: number;
  /** Of those, by who takes them. */
  readonly coresBy: Readonly<Record<string, number>>;
  readonly storedBytesPerDay: number;
  readonly logBytesPerSecond: number;
  readonly syncsPerSecond: number;
}

const SECONDS_PER_DAY = 86_400;
// The busiest hour beside the mean: what comes in eight hours of a day, and not evenly.
const PEAK_TO_MEAN = 4;
// Of a core; what is busier makes its callers wait for a turn.
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

/** What a second of a load costs. */
interface SecondCost {
  readonly coresTaken: Readonly<Record<string, number>>;
  readonly logBytes: number;
  readonly syncs: number;
}

/**
 * A second between two loads that were measured lies between theirs, in the proportion of the rates. Below the lowest
 * rate a second costs what it costs there; above the highest an output does.
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
    // A commit takes more outputs where more wait.
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
 * How many evaluators judge so many outputs a second, and the least number of partitions for them.
 *
 * @param judgeSeconds how long a judge takes for an answer.
 * @param callsAtOnce of one evaluator: JUDGE_CALLS_MAX.
 */
export function evaluatorsFor(
  perSecond: number,
  { judgeSeconds, callsAtOnce }: { readonly judgeSeconds: number; readonly callsAtOnce: number },
): number {
  return Math.max(1, Math.ceil((perSecond * judgeSeconds) / callsAtOnce));
}
