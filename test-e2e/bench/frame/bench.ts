import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { interruption, ShutdownStack } from '@output-review/runtime';

import { type Options, readOptions, type Values } from './options.ts';
import { formatReport, type Measurement } from './report.ts';

export interface BenchPlan<O extends Options> {
  /** Options for `parseArgs`. */
  readonly options: O;
  /** What else runs on the same cores. */
  readonly beside: string;
  /** @returns whether all goals were reached. */
  readonly run: (bench: Bench, values: Values<O>) => Promise<boolean>;
}

// A service has a grace period of 20 s to shut down.
const STOP_MS_MAX = 60_000;
// Time for pending starts to finish after an interruption.
const SETTLE_MS_MAX = 10_000;

/**
 * Runs a bench: parses its options, prints the machine, and stops everything it has started when it ends, fails or is
 * interrupted. Exits with 1 unless all goals were reached.
 */
export async function runBench<const O extends Options>(plan: BenchPlan<O>): Promise<void> {
  const read = readOptions(plan.options, process.argv.slice(2));
  if ('text' in read) {
    process.exitCode = read.isFault ? 1 : 0;
    console.log(read.text);
    return;
  }
  const signal = interruption(new Error('Interrupted'), () => process.exit(1));
  // Databases are durable, so the folder must be on a disk. A temporary folder in memory would distort the results.
  const folder = await mkdtemp(join(tmpdir(), 'output-review-bench-'));
  const bench = new Bench(folder, signal);
  bench.print(`${describeMachine()}, ${plan.beside}\n`);
  const running = plan.run(bench, read.values);
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

/** Waits for starts that were pending at the interruption, and stops what they started. */
async function stopInterrupted(bench: Bench, running: Promise<boolean>): Promise<void> {
  await Promise.race([running.catch(() => false), delay(SETTLE_MS_MAX)]);
  await bench.stopAll();
  bench.print('Interrupted. Everything that was started has been stopped.');
}

/** The context of a running bench. */
export class Bench {
  /** The folder of this run, removed at the end. */
  readonly folder: string;
  /** Aborts when the bench is interrupted. */
  readonly signal: AbortSignal;
  /** Options of Node for the services it starts, in addition to those of `npm start`. */
  nodeFlags: readonly string[] = [];
  readonly #started = new ShutdownStack({ closeTimeoutMs: STOP_MS_MAX });

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder;
    this.signal = signal;
  }

  /** Registers how to stop something. It may have been stopped before. */
  onEnd(name: string, stop: () => Promise<void> | void): void {
    this.#started.add(name, stop);
    this.signal.throwIfAborted();
  }

  /** Stops everything started so far, in reverse order. */
  stopAll(): Promise<void> {
    return this.#started.close();
  }

  print(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /** Prints measurements with their goals. @returns whether all goals were reached. */
  report(measurements: readonly Measurement[]): boolean {
    this.print(`\n${formatReport(measurements)}`);
    return measurements.every(({ isReached }) => isReached);
  }
}

// Nothing in a bench takes longer than a few minutes.
const GIVE_UP_MS = 20 * 60_000;
const ASK_EVERY_MS = 50;

/** Polls until the condition holds. */
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

/** @returns the duration in seconds. */
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
