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

/** Signs in with the account of all benches. @returns a function that queries statistics. */
export async function openStatistics(url: string): Promise<ReadStats> {
  const admin = await adminAt(url);
  return async (query) => {
    const path = `/api/stats?${new URLSearchParams(query).toString()}`;
    const { status, body, text } = await admin.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return { series: body['series'] as StatsAnswer['series'], bytes: text.length };
  };
}

/** Time span of the generated data. */
export const YEAR_DAYS = 365;

const DAY_MS = 86_400_000;

/** Query parameters for the given number of days before a time. */
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

/** Waits until all outputs are counted. */
export async function awaitCounted(
  read: ReadStats,
  { outputs, until }: { readonly outputs: number; readonly until: Date },
): Promise<void> {
  // The full span of the generated data, including its first hour.
  const query = { ...daysUntil(until, YEAR_DAYS), interval: 'range' };
  await waitUntil(async () => {
    const { series } = await read(query);
    return series[0]?.points[0]?.runs === outputs;
  }, LOOK_EVERY_MS);
}
