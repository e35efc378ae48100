import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@output-review/contracts';

import { type Clock, CorrectedClock } from '../base/clock.ts';
import { type Logger, makeLogger } from '../base/logger.ts';
import { StartFault, type Starting } from '../base/starting.ts';
import { databaseGroup, logLevelGroup, type ProcessConfig } from '../config/process-groups.ts';
import { type Environment, readGroups } from '../config/read-config.ts';
import type { HttpListener } from '../http/listen.ts';
import type { Readiness } from '../http/readiness.ts';
import { ShutdownStack } from '../lifecycle/shutdown-stack.ts';
import type { SubscriptionHandle } from '../messaging/bus.ts';
import { awaitDatabase } from '../postgres/await-database.ts';
import { migrate, type MigrationClass } from '../postgres/migrate.ts';
import { startTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { openStartingListener, StartProgress } from './starting-listener.ts';

/** A service as a process of its own. */
export interface ServiceProgram<C extends ProcessConfig> {
  readonly service: ServiceName;
  /** Of its schema, for the command `migrate`. */
  readonly migrations: readonly MigrationClass[];
  /** @throws Error that names every fault. */
  readonly readConfig: (env: Environment) => C;
  readonly start: (config: C, around: ProcessContext) => Promise<Started>;
}

/** What a process gives the service in it. */
export interface ProcessContext {
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Listens already. */
  readonly listener: HttpListener;
  readonly starting: Starting;
  /** Takes what is opened beside the service; it is closed after it. */
  readonly closers: ShutdownStack;
}

/** A service that was started. */
export interface RunningService {
  /** Base URL of its own listener. */
  readonly url: string;
  ready(): Promise<Readiness>;
  /** Its consumers, by the topic they read. */
  readonly consumers: Readonly<Record<string, SubscriptionHandle>>;
  /** Is not ready from now on and sends callers away, but still answers. */
  drain(): void;
  /** Closes the listener, finishes what is under way, and lets go of everything it opened. */
  stop(): Promise<void>;
}

type Started = RunningService & { readonly publicUrl?: string };

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
): Promise<never> {
  const { argv, env } = process;
  try {
    const args = argv.slice(2);
    const [command] = args;
    if (args.length > 1 || (command !== undefined && command !== 'migrate')) {
      throw new StartFault('It takes no arguments, or only the argument migrate.');
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
  const closers = new ShutdownStack({ closeTimeoutMs: STOP_MS_MAX });
  const running = await start({ program, config, log, end, closers });
  if (running) {
    const { url, publicUrl } = running;
    const line = { service: program.service, url, ...(publicUrl && { publicUrl }) };
    // The last line of a start: programs wait for it.
    process.stdout.write(`ready ${JSON.stringify({ ...line, pid: process.pid })}\n`);
    if (!end.signal.aborted) await once(end.signal, 'abort');
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
  readonly closers: ShutdownStack;
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
    const listener = await openStartingListener({
      ...config.internalListener,
      progress: starting,
      metrics,
      log,
    });
    closers.add('internal door', () => listener.close());
    const around = { log, clock: new CorrectedClock(), telemetry, listener, starting, closers };
    const running = await program.start(config, around);
    closers.add(program.service, () => running.stop());
    return running;
  } catch (error) {
    if (end.signal.aborted) return undefined;
    await close(closers, log);
    const explanation = explainFailure(error);
    if (explanation === null) log.error({ err: error }, 'start failed');
    throw new Error(explanation ?? 'The service did not start. See the log above for the reason.', {
      cause: error,
    });
  }
}

async function close(closers: ShutdownStack, log: Logger): Promise<boolean> {
  try {
    await closers.close();
    return true;
  } catch (error) {
    log.error({ err: error }, 'shutdown was incomplete');
    return false;
  }
}

function endInTime(log: Logger): void {
  setTimeout(() => {
    log.error({ graceMs: STOP_MS_MAX }, 'shutdown timed out, exiting');
    process.exit(1);
  }, STOP_MS_MAX).unref();
}

/**
 * Brings the schema of a service up to date; waits for the database, and for others that do the same.
 *
 * @returns what the process is to end with.
 */
async function runMigrations(
  { service, migrations }: Pick<ServiceProgram<ProcessConfig>, 'service' | 'migrations'>,
  env: Environment,
): Promise<number> {
  const { url, level } = readGroups(env, { url: databaseGroup, level: logLevelGroup });
  const log = makeLogger({ service, level });
  const { signal } = listenForEnd(log);
  // Nobody asks this process; the log says what it waits for.
  const starting = { signal, waitsFor: () => {} };
  await awaitDatabase({ url, log, starting }, () =>
    migrate({ url, schema: service, migrations, log, signal }),
  );
  log.info({ schema: service }, 'schema is up to date');
  return 0;
}

interface EndSignals {
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** What it is to end with. */
  exitCode(): number;
}

/**
 * Listens for what ends a process.
 *
 * - SIGINT, SIGTERM: it is to end. A second one ends it at once; what was answered is durable all the
 *   same.
 * - A promise that failed and that nobody waited for: some work is lost that nobody knows of, so it is
 *   to end as if it were told to, and whoever runs it starts it again.
 * - An exception that nobody caught: its state cannot be trusted, so it ends at once.
 */
function listenForEnd(log: Logger): EndSignals {
  const ending = new AbortController();
  let exitCode = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted) process.exit(1);
      log.info({ signal: name }, 'stopping');
      ending.abort();
    });
  }
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'unhandled rejection, stopping');
    exitCode = 1;
    ending.abort();
  });
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
  return { signal: ending.signal, exitCode: () => exitCode };
}

/** Why it did not start, for a person at a terminal; null where only the log can tell. */
function explainFailure(error: unknown): string | null {
  if (error instanceof StartFault) return error.message;
  if (typeof error !== 'object' || error === null) return null;
  if (!('syscall' in error) || error.syscall !== 'listen' || !('code' in error)) return null;
  const at = `${'address' in error ? String(error.address) : ''}:${'port' in error ? String(error.port) : ''}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${at} is already in use. Stop the process that uses it, or set another port.`;
    case 'EACCES':
      return `It has no permission to listen on ${at}.`;
    case 'EADDRNOTAVAIL':
      return `${at} is not an address of this machine.`;
    default:
      return null;
  }
}
