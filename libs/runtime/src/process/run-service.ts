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

/** A service that runs as its own process. */
export interface ServiceProgram<C extends ProcessConfig> {
  readonly service: ServiceName;
  /** The migrations of its schema, for the `migrate` command. */
  readonly migrations: readonly MigrationClass[];
  /** @throws Error that lists all faults. */
  readonly readConfig: (env: Environment) => C;
  readonly start: (config: C, around: ProcessContext) => Promise<Started>;
}

/** The resources that the process gives its service. */
export interface ProcessContext {
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Already listening. */
  readonly listener: HttpListener;
  readonly starting: Starting;
  /** Closes resources that are opened beside the service, after the service has stopped. */
  readonly closers: ShutdownStack;
}

/** A started service. */
export interface RunningService {
  /** Base URL of its listener. */
  readonly url: string;
  ready(): Promise<Readiness>;
  /** Its consumers by topic. */
  readonly consumers: Readonly<Record<string, SubscriptionHandle>>;
  /** Becomes not ready and turns callers away, but still answers. */
  drain(): void;
  /** Closes the listener, finishes work in progress, and releases all resources. */
  stop(): Promise<void>;
}

type Started = RunningService & { readonly publicUrl?: string };

// The time between the stop signal and the end of listening, so that callers with open connections get an answer that
// closes them, and load balancers poll /readyz.
const DRAIN_MS = 3_000;
// Container platforms kill after 30 s. The service has ended by then.
const STOP_MS_MAX = 20_000;

/**
 * Runs a service in this process until it is told to stop, then exits with 0. After a failure, prints the reason and
 * exits with 1.
 *
 * With the argument `migrate` it only migrates the schema and exits. That needs only DATABASE_URL.
 */
export async function runService<C extends ProcessConfig>(
  program: ServiceProgram<C>,
): Promise<never> {
  const { argv, env } = process;
  try {
    const args = argv.slice(2);
    const [command] = args;
    if (args.length > 1 || (command !== undefined && command !== 'migrate')) {
      throw new StartFault('The only supported argument is migrate.');
    }
    process.exit(await (command === 'migrate' ? runMigrations(program, env) : serve(program, env)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** @returns the exit code. */
async function serve<C extends ProcessConfig>(
  program: ServiceProgram<C>,
  env: Environment,
): Promise<number> {
  const config = program.readConfig(env);
  const log = makeLogger({ service: program.service, level: config.logLevel });
  const end = listenForEnd(log);
  end.signal.addEventListener('abort', () => endInTime(log));
  // Each part of a service has its own deadline. The service as a whole has that of the process.
  const closers = new ShutdownStack({ closeTimeoutMs: STOP_MS_MAX });
  const running = await start({ program, config, log, end, closers });
  if (running) {
    const { url, publicUrl } = running;
    const line = { service: program.service, url, ...(publicUrl && { publicUrl }) };
    // The last line of a start. Programs wait for it.
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

/** @returns undefined if the process was told to stop before the service had started. */
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
    closers.add('internal listener', () => listener.close());
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
 * Migrates the schema of a service. Waits for the database, and for concurrent migrations.
 *
 * @returns the exit code.
 */
async function runMigrations(
  { service, migrations }: Pick<ServiceProgram<ProcessConfig>, 'service' | 'migrations'>,
  env: Environment,
): Promise<number> {
  const { url, level } = readGroups(env, { url: databaseGroup, level: logLevelGroup });
  const log = makeLogger({ service, level });
  const { signal } = listenForEnd(log);
  // No one can query this process, so only the log shows what it waits for.
  const starting = { signal, waitsFor: () => {} };
  await awaitDatabase({ databaseUrl: url, log, starting }, () =>
    migrate({ url, schema: service, migrations, log, signal }),
  );
  log.info({ schema: service }, 'schema is up to date');
  return 0;
}

interface EndSignals {
  /** Aborted when the process should exit. */
  readonly signal: AbortSignal;
  /** The exit code. */
  exitCode(): number;
}

/**
 * Listens for events that end the process.
 *
 * - SIGINT, SIGTERM: exits gracefully. A second one exits immediately; answered requests are still durable.
 * - Unhandled rejection: unknown work was lost, so it exits gracefully and its supervisor restarts it.
 * - Uncaught exception: the state cannot be trusted, so it exits immediately.
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

/** The reason of a failed start, for a person at a terminal, or null if only the log has it. */
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
