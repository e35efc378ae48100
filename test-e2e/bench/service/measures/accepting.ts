import { fileURLToPath } from 'node:url';

import type { SampleSubmission } from '../../../harness/texts.ts';
import type { Bench } from '../../frame/bench.ts';
import { type Measurement, milliseconds, percentile, perSecond } from '../../frame/report.ts';
import {
  type BenchTarget,
  type Build,
  type ServerProcess,
  startServer,
} from '../../frame/service.ts';
import { runClosedLoop, runOpenLoop } from '../http/loops.ts';
import { requests, requireAccepted } from '../http/submissions.ts';

export const CONNECTIONS = 64;
export const P99_MS_MAX = 50;
export const SHARE_OF_LIMIT = 0.7;

export interface AcceptingOptions {
  readonly service: Pick<BenchTarget, 'port'>;
  /** A separate PostgreSQL server for the bare handler. */
  readonly databaseUrl: string;
  readonly samples: readonly SampleSubmission[];
  readonly durationMs: number;
  readonly build: Build;
}

export interface AcceptingResult {
  readonly measurements: readonly Measurement[];
  /** Submissions answered with 202. */
  readonly accepted: number;
}

/** Measures accepting at the maximum rate and at 70 % of it, and a bare handler on the same bodies. */
export async function measureAccepting(
  bench: Bench,
  options: AcceptingOptions,
): Promise<AcceptingResult> {
  const bare = await measureBare(bench, options);
  const { port } = options.service;
  const load = { port, connections: CONNECTIONS, next: requests(port, options.samples) };
  const ours = await runClosedLoop({ ...load, durationMs: options.durationMs });
  requireAccepted(ours.answers);
  const steady = await runOpenLoop({
    ...load,
    durationMs: options.durationMs,
    perSecond: ours.perSecond * SHARE_OF_LIMIT,
  });
  requireAccepted(steady.answers);
  const p99 = percentile(steady.latenciesMs, 99);
  const measurements = [
    {
      measure: 'accepted submissions, async, durable, 64 connections',
      ours: perSecond(ours.perSecond),
      goal: `≥ ${perSecond(bare)} (bare Koa, one insert each)`,
      isReached: ours.perSecond >= bare,
    },
    {
      measure: 'p99 of accepting at 70 % of that rate',
      ours: milliseconds(p99),
      goal: `< ${milliseconds(P99_MS_MAX)}`,
      isReached: p99 < P99_MS_MAX,
    },
  ];
  return { measurements, accepted: ours.latenciesMs.length + steady.latenciesMs.length };
}

async function measureBare(bench: Bench, options: AcceptingOptions): Promise<number> {
  const { samples, durationMs } = options;
  const { port, stop } = await startBareHandler(bench, options);
  const next = requests(port, samples);
  const result = await runClosedLoop({ port, connections: CONNECTIONS, durationMs, next });
  requireAccepted(result.answers);
  await stop();
  return result.perSecond;
}

const BARE = fileURLToPath(new URL('../bare-handler.js', import.meta.url));

/** Starts the baseline for accepting in a separate process, with the same options of Node. */
export function startBareHandler(
  bench: Bench,
  { databaseUrl, build }: Pick<AcceptingOptions, 'databaseUrl' | 'build'>,
): Promise<ServerProcess> {
  return startServer(bench, BARE, { env: { DATABASE_URL: databaseUrl }, build });
}
