import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { ShutdownStack } from '@output-review/runtime';

import { formatReport, type Measurement } from './report.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface BenchPlan<O extends Options> {
  /** As `parseArgs` takes them. */
  readonly options: O;
  /** What takes its share of the cores beside what is measured. */
  readonly beside: string;
  /** @returns whether every goal was reached. */
  readonly run: (
    bench: Bench,
    values: ReturnType<typeof parseArgs<{ options: O }>>['values'],
  ) => Promise<boolean>;
}

// A service that is asked to end has 20 s of grace.
const STOP_MS_MAX = 60_000;
// For what was being started when the bench was interrupted.
const SETTLE_MS_MAX = 10_000;

/**
 * Runs one bench: reads its options, says on which machine it is, and stops whatever it has started when it
 * ends, fails or is interrupted. The process ends with 1 unless every goal was reached.
 */
export async function runBench<const O extends Options>(plan: BenchPlan<O>): Promise<void> {
  const { values } = parseArgs({ options: plan.options });
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new Error('Interrupted')));
  }
  // Databases are durable, so they belong on a disk; a temporary folder in memory would flatter.
  const folder = await mkdtemp(join(tmpdir(), 'output-review-bench-'));
  const bench = new Bench(folder, interruption.signal);
  bench.print(`${describeMachine()}, ${plan.beside}\n`);
  const running = plan.run(bench, values);
  try {
    const isReached = await Promise.race([running, rejectWhenAborted(bench.signal)]);
    process.exitCode = isReached ? 0 : 1;
  } finally {
    await bench.stopAll();
    if (bench.signal.aborted) await stopInterrupted(bench, running);
    await rm(folder, { recursive: true, force: true });
    if (bench.signal.aborted) process.exit(1);
  }
}

/** What was about to start something has started it by now. */
async function stopInterrupted(bench: Bench, running: Promise<boolean>): Promise<void> {
  await Promise.race([running.catch(() => false), delay(SETTLE_MS_MAX)]);
  await bench.stopAll();
  bench.print('Interrupted. Everything that was started has been stopped.');
}

/** What a bench has while it runs. */
export class Bench {
  /** Of this run alone; it is removed at the end. */
  readonly folder: string;
  /** Aborted when the bench is interrupted. */
  readonly signal: AbortSignal;
  /** Options of Node for the services that are started, beside those of `npm start`. */
  nodeFlags: readonly string[] = [];
  readonly #started = new ShutdownStack({ closeTimeoutMs: STOP_MS_MAX });

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder;
    this.signal = signal;
  }

  /** Notes how something is stopped that was started; it may have been stopped by then. */
  onEnd(name: string, stop: () => Promise<void> | void): void {
    this.#started.add(name, stop);
    this.signal.throwIfAborted();
  }

  /** Stops what was started so far, the last first. */
  stopAll(): Promise<void> {
    return this.#started.close();
  }

  print(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /** Prints measurements beside their goals. @returns whether all goals were reached. */
  report(measurements: readonly Measurement[]): boolean {
    this.print(`\n${formatReport(measurements)}`);
    return measurements.every(({ isReached }) => isReached);
  }
}

// What benches wait for takes minutes at most; an hour of silence helps nobody.
const GIVE_UP_MS = 20 * 60_000;
const ASK_EVERY_MS = 50;

/** Asks until the answer is yes. */
export async function waitUntil(
  isSo: () => Promise<boolean>,
  everyMs = ASK_EVERY_MS,
): Promise<void> {
  const endsAt = performance.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error('Waited for too long');
    await delay(everyMs);
  }
}

/** @returns how many seconds it took. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function describeMachine(): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.version}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), ${gigabytes} GiB`;
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
