import { waitUntil } from '../frame/bench.ts';
import { adminAt } from '../frame/client.ts';

export interface StatsAnswer {
  readonly series: readonly {
    readonly key: string | null;
    readonly points: readonly { readonly runs: number }[];
  }[];
  readonly bytes: number;
}

export type ReadStats = (query: Readonly<Record<string, string>>) => Promise<StatsAnswer>;

/** Signs in as the account of all benches. @returns what asks for statistics with its session. */
export async function openStatistics(url: string): Promise<ReadStats> {
  const admin = await adminAt(url);
  return async (query) => {
    const path = `/api/stats?${new URLSearchParams(query).toString()}`;
    const { status, body, text } = await admin.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return { series: body['series'] as StatsAnswer['series'], bytes: text.length };
  };
}

/** How long the work takes that the bench makes up. */
export const YEAR_DAYS = 365;

const DAY_MS = 86_400_000;

/** The days before a time, as the endpoint is asked for them. */
export function daysUntil(
  until: Date,
  days: number,
): { readonly from: string; readonly to: string } {
  return {
    from: new Date(until.getTime() - days * DAY_MS).toISOString(),
    to: until.toISOString(),
  };
}

const LOOK_EVERY_MS = 1_000;

/** Returns when as many results are counted as there are outputs. */
export async function awaitCounted(
  read: ReadStats,
  { outputs, until }: { readonly outputs: number; readonly until: Date },
): Promise<void> {
  // All that the bench makes up: its first hour is that of the begin.
  const query = { ...daysUntil(until, YEAR_DAYS), interval: 'range' };
  await waitUntil(async () => {
    const { series } = await read(query);
    return series[0]?.points[0]?.runs === outputs;
  }, LOOK_EVERY_MS);
}
