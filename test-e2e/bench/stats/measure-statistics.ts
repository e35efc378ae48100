import { type Measurement, milliseconds, percentile } from '../frame/report.ts';
import { daysUntil, type ReadStats, YEAR_DAYS } from './statistics.ts';

const P95_MS_MAX = 50;
const TIMES_EACH = 40;
const WARM_UP_TIMES = 5;

const GROUPS = [null, 'status', 'project', 'task', 'model', 'instructionsVersion'] as const;
const SPANS = [
  { name: 'a day by hours', days: 1, interval: 'hour' },
  { name: 'a week by days', days: 7, interval: 'day' },
  { name: 'a month by days', days: 30, interval: 'day' },
  { name: 'a year by weeks', days: YEAR_DAYS, interval: 'week' },
  { name: 'a year in one interval', days: YEAR_DAYS, interval: 'range' },
] as const;

/** Repeats each span with each group sequentially. */
export async function measureStatistics(read: ReadStats, until: Date): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { name, days, interval } of SPANS) {
    for (const groupBy of GROUPS) {
      const query = { ...daysUntil(until, days), interval, ...(groupBy && { groupBy }) };
      const { p50, p95, series, bytes } = await timeQuery(read, query);
      measurements.push({
        measure: `${name}, ${groupBy === null ? 'ungrouped' : `by ${groupBy}`} (${series} series, ${Math.ceil(bytes / 1024)} KB)`,
        ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
        goal: `p95 < ${P95_MS_MAX} ms`,
        isReached: p95 < P95_MS_MAX,
      });
    }
  }
  return measurements;
}

async function timeQuery(read: ReadStats, query: Readonly<Record<string, string>>) {
  const latenciesMs: number[] = [];
  let [series, bytes] = [0, 0];
  for (let time = -WARM_UP_TIMES; time < TIMES_EACH; time += 1) {
    const began = performance.now();
    const answer = await read(query);
    if (time >= 0) latenciesMs.push(performance.now() - began);
    series = answer.series.length;
    bytes = answer.bytes;
  }
  const [p50, p95] = [percentile(latenciesMs, 50), percentile(latenciesMs, 95)];
  return { p50, p95, series, bytes };
}
