import { mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startEmbeddedPostgres } from '@output-review/runtime';
import { Client } from 'pg';

import { BenchClient } from '../bench-client.ts';
import { runClosedLoop } from '../http/closed-loop.ts';
import {
  type BareHandler,
  CONNECTIONS,
  requests,
  requireAccepted,
  SHARE_OF_LIMIT,
  startBareHandler,
} from '../measures/accepting.ts';
import { findAtConstantRate } from '../measures/finding.ts';
import { TEN_RULES } from '../measures/pipeline.ts';
import { percentile } from '../percentile.ts';
import { seedOutputs } from '../seed-outputs.ts';
import { silentServerLog } from '../server-log.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { sampleSubmissions, type SampleSubmission } from '../texts.ts';
import { type Figures, formatFigures, rowsToKeep } from './figures.ts';
import { compareWithKept, keep } from './kept-runs.ts';
import { formatTimes, processorTimes, timesBetween } from './processor-time.ts';
import {
  beginCounting,
  countStatementsFromNextStart,
  formatStatements,
  readWalBytes,
} from './statements.ts';
import { type Loaded, Subject } from './subject.ts';

export interface QuickOptions {
  readonly folder: string;
  readonly outputsFile: string | null;
  /** Whether the run is added to docs/performance.json. */
  readonly isKept: boolean;
  readonly print: (line: string) => void;
}

const SEEDED = 100_000;
// An odd number has one in the middle.
const ROUNDS = 3;
const ROUND_MS = 6_000;
const FIND_MS = 4_000;
const STEADY_MS = 8_000;
const WARM_UP_MS = 2_000;
const REST_MS = 5_000;
const IDLE_MS = 10_000;

/**
 * Measures in four minutes what a change of the path of a submission may cost, on a service with 100,000 outputs: the
 * middle one of three, which take turns with the bare handler.
 *
 * @returns whether nothing is worse by a tenth than in the last run that was kept.
 */
export async function runQuick(options: QuickOptions): Promise<boolean> {
  const samples = sampleSubmissions(options.outputsFile);
  const dataDir = join(options.folder, 'quick');
  await prepare(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir: await mkdtemp(join(options.folder, 'bare-')),
    isDurable: true,
    log: silentServerLog,
  });
  const bare = await startBareHandler(postgres);
  const service = await startServiceProcess(dataDir);
  const superuser = new Client(await superuserOf(dataDir));
  try {
    await superuser.connect();
    const figures = await measure({ service, bare, superuser, samples, print: options.print });
    options.print(formatFigures(figures));
    const on = `Node ${process.version.split('.')[0]}, ${availableParallelism()} cores, ${textsOf(options)}`;
    const run = { at: new Date().toISOString().slice(0, 10), on, rows: rowsToKeep(figures) };
    const { lines, isWorse } = await compareWithKept(run);
    options.print(lines);
    if (options.isKept) await keep(run);
    return !isWorse;
  } finally {
    await superuser.end();
    bare.stop();
    await service.stop();
    await postgres.stop();
  }
}

const textsOf = ({ outputsFile }: QuickOptions): string =>
  outputsFile === null ? 'texts made up' : basename(outputsFile);

/** Rules, outputs that are there, and a server that counts its statements. */
async function prepare(dataDir: string): Promise<void> {
  const service = await startServiceProcess(dataDir);
  await new BenchClient(service.url).createRules(TEN_RULES);
  const superuser = new Client(await superuserOf(dataDir));
  await superuser.connect();
  await countStatementsFromNextStart(superuser);
  await superuser.end();
  await service.stop();
  await seedOutputs({ dataDir, count: SEEDED });
}

/** Of the running service's own server. */
async function superuserOf(dataDir: string) {
  const folder = join(dataDir, 'postgres');
  const password = (await readFile(join(folder, 'superuser-password'), 'utf8')).trim();
  const lines = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  const connection = { host: '127.0.0.1', port: Number(lines[3]), user: 'postgres', password };
  return { ...connection, database: 'output_review' };
}

interface Measured {
  readonly service: ServiceProcess;
  readonly bare: BareHandler;
  readonly superuser: Client;
  readonly samples: readonly SampleSubmission[];
  readonly print: (line: string) => void;
}

async function measure(measured: Measured): Promise<Figures> {
  const { service, samples, print } = measured;
  const subject = new Subject(service, { samples, outputsBefore: SEEDED });
  // From the least load to the most: what the server cleans up after one would count in the next.
  await wait(REST_MS);
  const before = processorTimes(service.pid);
  await wait(IDLE_MS);
  const idle = timesBetween(before, processorTimes(service.pid));
  const found = await findAtConstantRate(
    { service, samples, durationMs: FIND_MS, outputsBefore: SEEDED },
    ROUNDS,
  );
  await subject.take(found.reduce((sum, { sent }) => sum + sent, 0));
  const hundred = await subject.load({ durationMs: STEADY_MS, perSecond: 100 });
  const thousand = await subject.load({ durationMs: STEADY_MS, perSecond: 1_000 });

  const { bares, full, walBytes, statements } = await measureFullLoad(measured, subject);
  const accepted = middle(full.map(({ acceptedPerSecond }) => acceptedPerSecond));
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { durationMs: ROUND_MS, perSecond: SHARE_OF_LIMIT * accepted };
    p99s.push(percentile((await subject.load(load)).latenciesMs, 99));
  }

  const loads = { 'full load': full, '1,000/s': [thousand], '100/s': [hundred] };
  const idleSeconds = IDLE_MS / 1000;
  print(`${formatTimes(loads, { idle, seconds: idleSeconds })}\n\n${statements}\n`);
  return {
    ...{ bare: middle(bares), accepted, full, thousand, walBytes, idle, idleSeconds },
    p99Ms: middle(p99s),
    pipeline: middle(full.map(({ outputs, seconds }) => outputs / seconds)),
    foundP50Ms: middle(found.map(({ p50 }) => p50)),
    foundP99Ms: middle(found.map(({ p99 }) => p99)),
    textBytes: middle(samples.map((sample) => Buffer.byteLength(JSON.stringify(sample)))),
  };
}

/** In turns with the bare handler. */
async function measureFullLoad({ bare, superuser, samples }: Measured, subject: Subject) {
  const next = requests(bare.port, samples);
  const askBare = async (durationMs: number): Promise<number> => {
    const load = { port: bare.port, connections: CONNECTIONS, durationMs, next };
    const { answers, perSecond } = await runClosedLoop(load);
    requireAccepted(answers);
    return perSecond;
  };
  await askBare(WARM_UP_MS);
  await subject.load({ durationMs: WARM_UP_MS, perSecond: null });

  await beginCounting(superuser);
  const walBefore = await readWalBytes(superuser);
  const bares: number[] = [];
  const full: Loaded[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await askBare(ROUND_MS));
    full.push(await subject.load({ durationMs: ROUND_MS, perSecond: null }));
  }
  const outputs = full.reduce((sum, load) => sum + load.outputs, 0);
  const walBytes = ((await readWalBytes(superuser)) - walBefore) / outputs;
  return { bares, full, walBytes, statements: await formatStatements(superuser, outputs) };
}

const middle = (values: readonly number[]): number => percentile(values, 50);
