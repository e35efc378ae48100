import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@output-review/runtime';

import { BenchClient } from './bench-client.ts';
import type { BenchTarget } from './bench-target.ts';
import { measureAccepting } from './measures/accepting.ts';
import { measureFinding } from './measures/finding.ts';
import { measureIdleBodies } from './measures/idle-bodies.ts';
import { measureJudging } from './measures/judging.ts';
import { measureLargeSubmissions } from './measures/large-submissions.ts';
import { measurePipeline, TEN_RULES } from './measures/pipeline.ts';
import { measureSearching } from './measures/searching.ts';
import { measureStanding } from './measures/standing.ts';
import { formatReport, type Measurement } from './report.ts';
import { searchCases } from './search-cases.ts';
import { seedOutputs } from './seed-outputs.ts';
import { silentServerLog } from './server-log.ts';
import { startServiceProcess } from './service-process.ts';
import { startBenchStack } from './start-bench-stack.ts';
import { sampleSubmissions, type SampleSubmission } from './texts.ts';

export interface BenchOptions {
  readonly folder: string;
  readonly outputsFile: string | null;
  readonly durationMs: number;
  /** Outputs that are there before finding and searching are measured. */
  readonly seeded: number;
  /** Names of parts; null runs all of them. */
  readonly only: readonly string[] | null;
  readonly print: (line: string) => void;
}

/** Runs the parts one after the other and prints each with what it is held against. */
export async function runBench(options: BenchOptions): Promise<boolean> {
  const samples = sampleSubmissions(options.outputsFile);
  const measurements: Measurement[] = [];
  for (const [part, run] of Object.entries(PARTS)) {
    if (options.only !== null && !options.only.includes(part)) continue;
    // A folder each: what is seeded must not meet what was sent.
    const measured = await run(options, { dataDir: join(options.folder, part), samples });
    options.print(formatReport(measured));
    measurements.push(...measured);
  }
  options.print(`\n${formatReport(measurements)}`);
  return measurements.every(({ isReached }) => isReached);
}

const PARTS = {
  load: benchLoad,
  stack: benchStack,
  idle: benchIdle,
  judging: benchJudging,
  large: measureLargeSubmissions,
  search: benchSearch,
};

interface Setting {
  readonly dataDir: string;
  readonly samples: readonly SampleSubmission[];
}

async function benchLoad(options: BenchOptions, setting: Setting): Promise<Measurement[]> {
  return measureLoad(await startServiceProcess(setting.dataDir), options, setting);
}

/** The same on five services, Kafka, Redis and a PostgreSQL of their own, on the same cores. */
async function benchStack(options: BenchOptions, setting: Setting): Promise<Measurement[]> {
  const service = await startBenchStack(setting.dataDir);
  const measurements = await measureLoad(service, options, setting);
  return measurements.map((each) => ({ ...each, measure: `on the stack: ${each.measure}` }));
}

async function benchIdle(
  { durationMs }: BenchOptions,
  { dataDir, samples }: Setting,
): Promise<Measurement[]> {
  const service = await startServiceProcess(dataDir);
  try {
    return await measureIdleBodies({ service, samples, durationMs });
  } finally {
    await service.stop();
  }
}

/** A third of the time each: one evaluator, two, four. */
async function benchJudging({ durationMs }: BenchOptions): Promise<Measurement[]> {
  return measureJudging(durationMs / 3);
}

/** Accepting and the whole pipeline, with ten rules, on a fresh service, which is stopped. */
async function measureLoad(
  service: BenchTarget,
  { folder, durationMs }: BenchOptions,
  { samples }: Setting,
): Promise<Measurement[]> {
  const postgres = await startEmbeddedPostgres({
    dataDir: await mkdtemp(join(folder, 'bare-')),
    isDurable: true,
    log: silentServerLog,
  });
  try {
    await new BenchClient(service.url).createRules(TEN_RULES);
    const { measurements, accepted } = await measureAccepting({
      ...{ service, postgres, samples },
      durationMs: durationMs / 2,
    });
    const acceptedBefore = accepted;
    return [
      ...measurements,
      ...(await measurePipeline({ service, samples, durationMs, acceptedBefore })),
    ];
  } finally {
    await postgres.stop();
    await service.stop();
  }
}

/** What a service with many outputs does: start, stand, find what comes, search. */
async function benchSearch(
  { seeded, durationMs }: BenchOptions,
  { dataDir, samples }: Setting,
): Promise<Measurement[]> {
  await (await startServiceProcess(dataDir)).stop();
  await seedOutputs({ dataDir, count: seeded });
  const service = await startServiceProcess(dataDir);
  try {
    return [
      ...(await measureStanding(service)),
      ...(await measureFinding({
        service,
        samples,
        durationMs: Math.min(durationMs, 30_000),
        outputsBefore: seeded,
      })),
      ...(await measureSearching(service, searchCases())),
    ];
  } finally {
    await service.stop();
  }
}
