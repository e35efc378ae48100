import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@output-review/contracts';

import { type Clock, systemClock } from '../clock/clock.ts';
import type { ProcessConfig } from '../config/process-groups.ts';
import type { Environment } from '../config/read-config.ts';
import type { MigrationClass } from '../database/migrate.ts';
import type { Door } from '../http/door.ts';
import { CloserStack } from '../lifecycle/closer-stack.ts';
import type { RunningService } from '../lifecycle/running-service.ts';
import { StartFault } from '../lifecycle/start-fault.ts';
import type { Starting } from '../lifecycle/starting.ts';
import { type Logger, makeLogger } from '../log/logger.ts';
import { startTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { type EndSignals, listenForEnd } from './end-signals.ts';
import { explainFailure } from './explain-failure.ts';
import { formatReadyLine } from './ready-line.ts';
import { runMigrations } from './run-migrations.ts';
import { StartProgress } from './start-progress.ts';
import { openStartingDoor } from './starting-door.ts';

/** A service as a process of its own. */
export interface ServiceProgram<C extends ProcessConfig> {
  readonly service: ServiceName;
  /** Of its schema, for the command `migrate`. */
  readonly migrations: readonly MigrationClass[];
  /** @throws Error that names every fault. */
  readonly readConfig: (env: Environment) => C;
  readonly start: (config: C, around: Surroundings) => Promise<Started>;
}

/** What a process gives the service in it. */
export interface Surroundings {
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Listens already. */
  readonly door: Door;
  readonly starting: Starting;
  /** Takes what is opened beside the service; it is closed after it. */
  readonly closers: CloserStack;
}

type Started = RunningService & { readonly publicUrl?: string };

export interface Invocation {
  readonly args: readonly string[];
  readonly env: Environment;
}

// Between the order to stop and the end of listening: time for callers with open connections to be told
// by an answer to leave, and for whoever hands out requests to look at /readyz.
const DRAIN_MS = 3_000;
// Whoever stops a container waits for 30 s; ours has ended by then.
const STOP_MS_MAX = 20_000;

/**
 * Runs a service in this process until it is told to stop, then ends the process: with 0, or with 1
 * where something went wrong, which is then printed plainly.
 *
 * With `migrate` as its only argument it brings the schema up to date instead and ends; that needs
 * DATABASE_URL and nothing else.
 */
export async function runService<C extends ProcessConfig>(
  program: ServiceProgram<C>,
  { args, env }: Invocation,
): Promise<never> {
  try {
    const [command] = args;
    if (args.length > 1 || (command !== undefined && command !== 'migrate')) {
      throw new StartFault('It takes no argument, or the one word migrate.');
    }
    process.exit(await (command === 'migrate' ? runMigrations(program, env) : serve(program, env)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** @returns what the process is to end with. */
async function serve<C extends ProcessConfig>(
  program: ServiceProgram<C>,
  env: Environment,
): Promise<number> {
  const config = program.readConfig(env);
  const log = makeLogger({ service: program.service, level: config.logLevel });
  const end = listenForEnd(log);
  end.signal.addEventListener('abort', () => endInTime(log));
  // A service has deadlines for each of its parts; all of it has what the process has.
  const closers = new CloserStack({ closeTimeoutMs: STOP_MS_MAX });
  const running = await start({ program, config, log, end, closers });
  if (running) {
    const { url, publicUrl } = running;
    const line = { service: program.service, url, ...(publicUrl && { publicUrl }) };
    process.stdout.write(`${formatReadyLine({ ...line, pid: process.pid })}\n`);
    if (!end.signal.aborted) await once(end.signal, 'abort');
  }
  if (running) {
    running.drain();
    await delay(DRAIN_MS);
  }
  const isClosed = await close(closers, log);
  return isClosed ? end.exitCode() : 1;
}

interface Parts<C extends ProcessConfig> {
  readonly program: ServiceProgram<C>;
  readonly config: C;
  readonly log: Logger;
  readonly end: EndSignals;
  readonly closers: CloserStack;
}

/** @returns nothing where it was told to stop before it had started. */
async function start<C extends ProcessConfig>(parts: Parts<C>): Promise<Started | undefined> {
  const { program, config, log, end, closers } = parts;
  const starting = new StartProgress(end.signal);
  const { traces } = config;
  const telemetry = await startTelemetry({ service: program.service, log, traces });
  telemetry.metrics.watchProcess();
  closers.add('telemetry', () => telemetry.close());
  try {
    const { metrics } = telemetry;
    const door = await openStartingDoor({
      ...config.internalDoor,
      progress: starting,
      metrics,
      log,
    });
    closers.add('internal door', () => door.close());
    const around = { log, clock: systemClock, telemetry, door, starting, closers };
    const running = await program.start(config, around);
    closers.add(program.service, () => running.stop());
    return running;
  } catch (error) {
    if (end.signal.aborted) return undefined;
    await close(closers, log);
    const explanation = explainFailure(error);
    if (explanation === null) log.error({ err: error }, 'start failed');
    throw new Error(explanation ?? 'It did not start; the log above says why.', { cause: error });
  }
}

async function close(closers: CloserStack, log: Logger): Promise<boolean> {
  try {
    await closers.close();
    return true;
  } catch (error) {
    log.error({ err: error }, 'not everything closed well');
    return false;
  }
}

function endInTime(log: Logger): void {
  setTimeout(() => {
    log.error({ graceMs: STOP_MS_MAX }, 'not stopped in time, ending');
    process.exit(1);
  }, STOP_MS_MAX).unref();
}
