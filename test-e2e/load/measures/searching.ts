import { BenchClient } from '../bench-client.ts';
import { percentile } from '../percentile.ts';
import { type Measurement, milliseconds } from '../report.ts';
import type { ServiceProcess } from '../service-process.ts';

const TIMES_EACH = 60;
const WARM_UP_TIMES = 5;
const P95_MS_MAX = 50;
const BROAD_P95_MS_MAX = 500;

export interface SearchCase {
  readonly name: string;
  readonly query: string;
  /** A text that matches a great part of everything. */
  readonly isBroad?: boolean;
}

/** Each search over and over, one at a time: page, total and summary together. */
export async function measureSearching(
  service: ServiceProcess,
  cases: readonly SearchCase[],
): Promise<Measurement[]> {
  const client = new BenchClient(service.url);
  const measurements: Measurement[] = [];
  for (const { name, query, isBroad = false } of cases) {
    const { latenciesMs, total } = await timeSearch(client, query);
    const p95 = percentile(latenciesMs, 95);
    const maxMs = isBroad ? BROAD_P95_MS_MAX : P95_MS_MAX;
    measurements.push({
      measure: `search: ${name} (${total.toLocaleString('en')} found)`,
      ours: `p95 ${milliseconds(p95)}`,
      goal: `< ${maxMs} ms`,
      isReached: p95 < maxMs,
    });
  }
  return measurements;
}

async function timeSearch(
  client: BenchClient,
  query: string,
): Promise<{ latenciesMs: number[]; total: number }> {
  const latenciesMs: number[] = [];
  let total = 0;
  for (let time = 0; time < WARM_UP_TIMES + TIMES_EACH; time += 1) {
    const startedAt = performance.now();
    ({ total } = await client.search(query));
    if (time >= WARM_UP_TIMES) latenciesMs.push(performance.now() - startedAt);
  }
  return { latenciesMs, total };
}
