import { signInHeaders } from '../client.ts';
import { BENCH_ACCOUNT } from '../load/bench-target.ts';

export interface StatsAnswer {
  readonly series: readonly {
    readonly key: string | null;
    readonly points: readonly { readonly runs: number }[];
  }[];
  readonly bytes: number;
}

export type ReadStats = (query: Readonly<Record<string, string>>) => Promise<StatsAnswer>;

/** Signs in as the account of all benches. @returns what asks for statistics with its session. */
export async function signInBench(url: string): Promise<ReadStats> {
  const headers = await signInHeaders(url, BENCH_ACCOUNT.email, BENCH_ACCOUNT.password);
  return async (query) => {
    const path = `/api/stats?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(`${url}${path}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    const { series } = JSON.parse(text) as Pick<StatsAnswer, 'series'>;
    return { series, bytes: text.length };
  };
}
