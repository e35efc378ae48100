import { startStack } from '@output-review/native';

import { BENCH_SETTINGS, type BenchTarget } from './bench-target.ts';

/** Starts the real stack, a replica of each service, on this machine. */
export async function startBenchStack(dataDir: string): Promise<BenchTarget> {
  const { url, stop } = await startStack({ dataDir, env: BENCH_SETTINGS });
  return { url, port: Number(new URL(url).port), stop };
}
