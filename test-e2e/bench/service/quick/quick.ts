import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { SampleSubmission } from '../../../harness/texts.ts';
import type { Bench } from '../../frame/bench.ts';
import { startPostgres } from '../../frame/database.ts';
import { percentile } from '../../frame/report.ts';
import { THIS_BUILD } from '../../frame/service.ts';
import { runClosedLoop } from '../http/loops.ts';
import { requests, requireAccepted } from '../http/submissions.ts';
import { CONNECTIONS, SHARE_OF_LIMIT, startBareHandler } from '../measures/accepting.ts';
import type { ConstantLoad } from '../measures/finding.ts';
import { type Figures, formatFigures, rowsToKeep } from './figures.ts';
import { compareRuns, keep, type KeptRun, lastKept } from './kept-runs.ts';
import { formatTimes, type ProcessorTimes, timesBetween } from './processor-time.ts';
import { beginCounting, formatStatements, readWalBytes } from './statements.ts';
import { Subject } from './subject.ts';

export interface QuickOptions {
  readonly samples: readonly SampleSubmission[];
  /** The file with the samples; null if they are generated. */
  readonly outputsFile: string | null;
  /** A built checkout to measure alternately with this one and to compare with. */
  readonly against: string | null;
  /** Whether to append the run to docs/performance.json. */
  readonly isKept: boolean;
  /** Rounds per measurement, preferably odd for a median. */
  readonly rounds: number;
  /** Outputs per second while the delay until they are found is measured. */
  readonly findPerSecond: number;
}

const ROUND_MS = 6_000;
const FIND_MS = 4_000;
const STEADY_MS = 8_000;
const WARM_UP_MS = 2_000;
const REST_MS = 5_000;
const IDLE_MS = 10_000;

/**
 * Measures the cost of changes to the path of a submission on a service with 100,000 outputs. Takes the median of the
 * rounds, alternating with the bare handler.
 *
 * @returns false if any value is worse by more than a tenth than that of the other checkout, or of the last saved run.
 */
export async function runQuick(bench: Bench, options: QuickOptions): Promise<boolean> {
  const { samples, against, rounds, findPerSecond } = options;
  const databaseUrl = await startPostgres(bench);
  const bare = await startBareHandler(bench, { databaseUrl, build: THIS_BUILD });
  const theirBuild = against === null ? [] : [{ ...THIS_BUILD, folder: resolve(against) }];
  const subjects: Subject[] = [];
  const idle: ProcessorTimes[] = [];
  for (const [index, build] of [THIS_BUILD, ...theirBuild].entries()) {
    const subject = await Subject.start(bench, { name: `quick-${index}`, build, samples });
    subjects.push(subject);
    idle.push(await measureIdle(subject));
  }
  const measured = await measure({
    ...{ subjects, idle, barePort: bare.port, samples, rounds },
    find: { durationMs: FIND_MS, perSecond: findPerSecond },
  });
  const [ours, theirs] = measured.map(({ figures, tables }, index) => {
    const name = index === 0 ? '' : `\n# Against ${against}\n\n`;
    bench.print(`${name}${tables}\n\n${formatFigures(figures)}`);
    return keptRun(figures, options);
  });
  if (!ours) throw new Error('Nothing was measured');
  const { lines, isWorse } = compareRuns(
    ours,
    theirs ? { ...theirs, at: String(against) } : await lastKept(ours.on),
  );
  bench.print(`\n${lines}`);
  if (options.isKept) await keep(ours);
  return !isWorse;
}

function keptRun(figures: Figures, { outputsFile }: QuickOptions): KeptRun {
  const texts = outputsFile === null ? 'texts made up' : basename(outputsFile);
  const node = `Node ${process.version.split('.')[0]}`;
  return {
    at: new Date().toISOString().slice(0, 10),
    on: `${node}, ${availableParallelism()} cores, ${texts}`,
    rows: rowsToKeep(figures),
  };
}

interface Measuring {
  readonly subjects: readonly Subject[];
  /** The core time of each subject while idle. */
  readonly idle: readonly ProcessorTimes[];
  readonly barePort: number;
  readonly samples: readonly SampleSubmission[];
  readonly rounds: number;
  readonly find: ConstantLoad;
}

interface Measured {
  readonly figures: Figures;
  readonly tables: string;
}

async function measure(measuring: Measuring): Promise<Measured[]> {
  const { subjects } = measuring;
  // From the lowest load to the highest, because the cleanup of the server after a load would affect the next one.
  // Alternating, because a subject that has just been filled still writes its checkpoint and vacuums.
  const finds = await inRounds(measuring, (subject) => subject.find(measuring.find));
  const steady = await inTurn(subjects, measureSteady);
  const { bare, full, logged } = await measureFullLoad(measuring);
  const accepted = full.map((loads) => medianOf(loads, (load) => load.acceptedPerSecond));
  const p99s = await inRounds(measuring, async (subject, index) => {
    const load = { durationMs: ROUND_MS, perSecond: SHARE_OF_LIMIT * at(accepted, index) };
    return percentile((await subject.load(load)).latenciesMs, 99);
  });
  const textBytes = medianOf(measuring.samples, (sample) =>
    Buffer.byteLength(JSON.stringify(sample)),
  );
  return subjects.map((_, index) => {
    const found = at(finds, index);
    const { hundred, thousand } = at(steady, index);
    const { walBytes, statements } = at(logged, index);
    const loads = { 'full load': at(full, index), '1,000/s': [thousand], '100/s': [hundred] };
    const resting = { idle: at(measuring.idle, index), idleSeconds: IDLE_MS / 1000 };
    const times = formatTimes(loads, { idle: resting.idle, seconds: resting.idleSeconds });
    const figures: Figures = {
      ...{ bare, accepted: at(accepted, index), thousand, walBytes, textBytes, ...resting },
      full: at(full, index),
      p99Ms: medianOf(at(p99s, index), (p99) => p99),
      pipeline: medianOf(at(full, index), (load) => load.outputs / load.seconds),
      foundP50Ms: medianOf(found, ({ p50 }) => p50),
      foundP99Ms: medianOf(found, ({ p99 }) => p99),
      verdictP50Ms: medianOf(found, ({ verdictP50 }) => verdictP50),
      findPerSecond: measuring.find.perSecond,
    };
    return { figures, tables: `${times}\n\n${statements}` };
  });
}

/** Measures the core time without load, at the same time after each start, because the server does cleanup after it. */
async function measureIdle(subject: Subject): Promise<ProcessorTimes> {
  await wait(REST_MS);
  const before = subject.processorTimes();
  await wait(IDLE_MS);
  return timesBetween(before, subject.processorTimes());
}

async function measureSteady(subject: Subject) {
  const hundred = await subject.load({ durationMs: STEADY_MS, perSecond: 100 });
  const thousand = await subject.load({ durationMs: STEADY_MS, perSecond: 1_000 });
  return { hundred, thousand };
}

/** Alternates with the bare handler. */
async function measureFullLoad(measuring: Measuring) {
  const { subjects, barePort: port, samples } = measuring;
  const next = requests(port, samples);
  const askBare = async (durationMs: number): Promise<number> => {
    const load = { port, connections: CONNECTIONS, durationMs, next };
    const { answers, perSecond } = await runClosedLoop(load);
    requireAccepted(answers);
    return perSecond;
  };
  await askBare(WARM_UP_MS);
  await inTurn(subjects, async (subject) => {
    await subject.load({ durationMs: WARM_UP_MS, perSecond: null });
    await beginCounting(subject.superuser);
  });

  const bares: number[] = [];
  const full = await inRounds(measuring, async (subject, index) => {
    if (index === 0) bares.push(await askBare(ROUND_MS));
    // WAL written during other turns is excluded, because the first subject would have more of it than the last.
    const walBefore = await readWalBytes(subject.superuser);
    const loaded = await subject.load({ durationMs: ROUND_MS, perSecond: null });
    return { ...loaded, walBytes: (await readWalBytes(subject.superuser)) - walBefore };
  });
  const logged = await inTurn(subjects, async ({ superuser }, index) => {
    const loads = at(full, index);
    const outputs = loads.reduce((sum, load) => sum + load.outputs, 0);
    const walBytes = loads.reduce((sum, load) => sum + load.walBytes, 0) / outputs;
    return { walBytes, statements: await formatStatements(superuser, outputs) };
  });
  return { bare: medianOf(bares, (one) => one), full, logged };
}

/** Runs all subjects in every round, reversing their order each time. @returns the results by subject. */
async function inRounds<T>(
  { subjects, rounds }: Measuring,
  run: (subject: Subject, index: number) => Promise<T>,
): Promise<readonly (readonly T[])[]> {
  const results: readonly T[][] = subjects.map(() => []);
  const order = [...subjects.entries()];
  for (let round = 0; round < rounds; round += 1, order.reverse()) {
    for (const [index, subject] of order) at(results, index).push(await run(subject, index));
  }
  return results;
}

async function inTurn<T>(
  subjects: readonly Subject[],
  run: (subject: Subject, index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const [index, subject] of subjects.entries()) results.push(await run(subject, index));
  return results;
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index];
  if (one === undefined) throw new RangeError(`There is nothing at ${index}`);
  return one;
}

function medianOf<T>(list: readonly T[], value: (one: T) => number): number {
  return percentile(list.map(value), 50);
}
