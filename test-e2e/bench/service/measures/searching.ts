import type { Client } from '../../../harness/client.ts';
import { automationAt, search } from '../../frame/client.ts';
import { countOf, type Measurement, milliseconds, percentile } from '../../frame/report.ts';
import type { BenchTarget } from '../../frame/service.ts';

const TIMES_EACH = 60;
const WARM_UP_TIMES = 5;
const P95_MS_MAX = 50;
const BROAD_P95_MS_MAX = 500;

interface SearchCase {
  readonly name: string;
  readonly query: string;
  /** A text that matches a large part of all outputs. */
  readonly isBroad?: boolean;
}

/** Repeats each search sequentially. Each returns page, total and summary. */
export async function measureSearching(service: BenchTarget): Promise<Measurement[]> {
  const automation = automationAt(service.url);
  const measurements: Measurement[] = [];
  for (const { name, query, isBroad = false } of searchCases()) {
    const { latenciesMs, total } = await timeSearch(automation, query);
    const p95 = percentile(latenciesMs, 95);
    const maxMs = isBroad ? BROAD_P95_MS_MAX : P95_MS_MAX;
    measurements.push({
      measure: `search: ${name} (${countOf(total)} found)`,
      ours: `p95 ${milliseconds(p95)}`,
      goal: `< ${maxMs} ms`,
      isReached: p95 < maxMs,
    });
  }
  return measurements;
}

async function timeSearch(
  automation: Client,
  query: string,
): Promise<{ latenciesMs: number[]; total: number }> {
  const latenciesMs: number[] = [];
  let total = 0;
  for (let time = 0; time < WARM_UP_TIMES + TIMES_EACH; time += 1) {
    const startedAt = performance.now();
    ({ total } = await search(automation, query));
    if (time >= WARM_UP_TIMES) latenciesMs.push(performance.now() - startedAt);
  }
  return { latenciesMs, total };
}

const DAY_MS = 86_400_000;

/** One search per filter, and common combinations, for the outputs of `seedReview`. */
function searchCases(): readonly SearchCase[] {
  const from = new Date(Date.now() - 40 * DAY_MS - 3_600_000).toISOString();
  const to = new Date(Date.now() - 10 * DAY_MS).toISOString();
  return [
    { name: 'no filter', query: '' },
    { name: 'pending', query: 'pending=true' },
    { name: 'status pass', query: 'status=pass' },
    { name: 'status flagged', query: 'status=flagged' },
    { name: 'status error', query: 'status=error' },
    { name: 'project, large', query: 'project=Project%201' },
    { name: 'project, small', query: 'project=Project%2020' },
    { name: 'task', query: 'task=Task%203' },
    { name: 'sessionId', query: 'sessionId=session-4711' },
    { name: 'subjectId', query: 'subjectId=subject-4711' },
    { name: 'actorId', query: 'actorId=actor-17' },
    { name: 'a common tag', query: 'tags=tag-13' },
    { name: 'a rare tag', query: 'tags=group-29' },
    { name: 'two tags', query: 'tags=tag-13,group-29' },
    { name: 'from and to', query: `from=${from}&to=${to}` },
    { name: 'project and status', query: 'project=Project%203&status=flagged' },
    { name: 'project and dates', query: `project=Project%203&from=${from}&to=${to}` },
    { name: 'q, selective', query: 'q=session-471' },
    { name: 'q, broad', query: 'q=model-1', isBroad: true },
  ].map((each) => ({ ...each, query: `limit=50&${each.query}` }));
}
