import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { startStackSystem } from '../../harness/stack-system.ts';
import type { SampleSubmission } from '../../harness/texts.ts';
import type { Bench } from '../frame/bench.ts';
import { createRules } from '../frame/client.ts';
import { startFilled, startPostgres } from '../frame/database.ts';
import { formatReport, type Measurement } from '../frame/report.ts';
import { seedReview } from '../frame/seed-review.ts';
import {
  BENCH_SETTINGS,
  type BenchTarget,
  type Build,
  startService,
  THIS_BUILD,
} from '../frame/service.ts';
import { measureAccepting } from './measures/accepting.ts';
import { measureFinding } from './measures/finding.ts';
import { measureIdleBodies } from './measures/idle-bodies.ts';
import { measureJudging } from './measures/judging.ts';
import { measureLargeSubmissions } from './measures/large-submissions.ts';
import { measurePipeline, TEN_RULES } from './measures/pipeline.ts';
import { measureSearching } from './measures/searching.ts';
import { measureStartAndMemory } from './measures/start-and-memory.ts';

export interface PartsOptions {
  readonly samples: readonly SampleSubmission[];
  readonly durationMs: number;
  /** Outputs per second while the delay until they are found is measured. */
  readonly findPerSecond: number;
  /** Existing outputs when finding and searching are measured. */
  readonly seeded: number;
  /** Names of parts; null for all. */
  readonly only: readonly string[] | null;
}

/** Runs the parts in sequence, each on a new service, and prints the results with their goals. */
export async function runParts(bench: Bench, options: PartsOptions): Promise<boolean> {
  const measurements: Measurement[] = [];
  for (const [part, run] of Object.entries(PARTS)) {
    if (options.only !== null && !options.only.includes(part)) continue;
    const measured = await run(bench, options);
    await bench.stopAll();
    bench.print(formatReport(measured));
    measurements.push(...measured);
  }
  return bench.report(measurements);
}

// Each part has a separate data folder, to keep seeded and sent outputs apart.
const PARTS = {
  load: benchLoad,
  'node-24': benchNewerNode,
  stack: benchStack,
  idle: benchIdle,
  // A third of the time for each: one evaluator, two, four.
  judging: (bench: Bench, { durationMs }: PartsOptions) => measureJudging(bench, durationMs / 3),
  large: measureLargeSubmissions,
  search: benchSearch,
};

async function benchLoad(bench: Bench, options: PartsOptions): Promise<Measurement[]> {
  const service = await startService(bench, 'load');
  return measureLoad(bench, { ...options, service, build: THIS_BUILD });
}

/** The same including the bare handler, on another Node than the one that runs the bench. */
async function benchNewerNode(bench: Bench, options: PartsOptions): Promise<Measurement[]> {
  const build = { ...THIS_BUILD, node: await fetchNode(24) };
  const service = await startService(bench, 'node-24', { build });
  const measurements = await measureLoad(bench, { ...options, service, build });
  return measurements.map((each) => ({ ...each, measure: `Node 24: ${each.measure}` }));
}

/**
 * The path of another Node, from the npm package `node`. It cannot load native modules compiled for the current Node,
 * so patterns are matched by re2js.
 */
async function fetchNode(major: number): Promise<string> {
  const print = ['node', '--print', 'process.execPath'];
  const args = ['exec', '--yes', `--package=node@${major}`, '--', ...print];
  const { stdout } = await promisify(execFile)('npm', args);
  return stdout.trim();
}

/** The same on the stack: five services with Kafka, Redis and PostgreSQL on the same cores. */
async function benchStack(bench: Bench, options: PartsOptions): Promise<Measurement[]> {
  const { url, stop } = await startStackSystem({ env: BENCH_SETTINGS, signal: bench.signal });
  bench.onEnd('the stack', stop);
  const service = { url, port: Number(new URL(url).port) };
  const measurements = await measureLoad(bench, { ...options, service, build: THIS_BUILD });
  return measurements.map((each) => ({ ...each, measure: `on the stack: ${each.measure}` }));
}

interface LoadOptions extends PartsOptions {
  readonly service: BenchTarget;
  /** The build for the bare handler. */
  readonly build: Build;
}

/** Measures accepting and the whole pipeline with ten rules on a new service. */
async function measureLoad(bench: Bench, options: LoadOptions): Promise<Measurement[]> {
  const { service, samples, durationMs, build } = options;
  const databaseUrl = await startPostgres(bench);
  await createRules(service.url, TEN_RULES);
  const { measurements, accepted } = await measureAccepting(bench, {
    ...{ service, databaseUrl, samples, build },
    durationMs: durationMs / 2,
  });
  const acceptedBefore = accepted;
  return [
    ...measurements,
    ...(await measurePipeline({ service, samples, durationMs, acceptedBefore })),
  ];
}

async function benchIdle(
  bench: Bench,
  { samples, durationMs }: PartsOptions,
): Promise<Measurement[]> {
  const service = await startService(bench, 'idle');
  return measureIdleBodies({ service, samples, durationMs });
}

/** Measures a service with many outputs: starting, idling, finding new outputs, searching. */
async function benchSearch(
  bench: Bench,
  { seeded, samples, durationMs, findPerSecond }: PartsOptions,
): Promise<Measurement[]> {
  const service = await startFilled(bench, 'search', (client, workspaceId) =>
    seedReview(client, { workspaceId, count: seeded, until: new Date() }),
  );
  return [
    ...(await measureStartAndMemory(service)),
    ...(await measureFinding({
      ...{ service, samples, outputsBefore: seeded, perSecond: findPerSecond },
      durationMs: Math.min(durationMs, 30_000),
    })),
    ...(await measureSearching(service)),
  ];
}
