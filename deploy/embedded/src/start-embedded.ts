import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServiceName } from '@output-review/contracts';
import { startEmbeddedPostgres } from '@output-review/embedded-postgres';
import { WorkGauge } from '@output-review/gateway';
import { openFolderStore } from '@output-review/media/object-store';
import { ShutdownStack, InProcessBus, type Logger, writePrivateFile } from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';
import { keepFirstSignIn, type UnseenSignIn } from './first-sign-in.ts';
import { keepKeys } from './keys.ts';
import { makeFolder } from './make-folder.ts';
import { prepareDatabases } from './service-databases.ts';
import { ServiceRegister } from './service-register.ts';
import { startServiceTelemetry } from './service-telemetry.ts';
import { type RunningServices, startServices } from './start-services.ts';

export interface Embedded {
  /** URL of the public listener. */
  readonly url: string;
  readonly pid: number;
  /** PID of the current database server, which is a separate process. */
  readonly postgresPid: number;
  /** Null once it was printed. */
  readonly firstSignIn: UnseenSignIn | null;
  readonly services: RunningServices;
  /** Connection URLs with the roles of the services. */
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** Closes the listener, finishes work in progress and stops the database. The data stays. */
  stop(): Promise<void>;
}

/**
 * Starts everything in this process: PostgreSQL, the bus and the five services.
 *
 * @throws DataDirInUseError if another process uses the data folder. After any failure, everything that was started is
 *   stopped.
 */
export async function startEmbedded(config: EmbeddedConfig, log: Logger): Promise<Embedded> {
  const closers = new ShutdownStack();
  try {
    return await startAll(config, { log, closers });
  } catch (error) {
    await closers
      .close()
      .catch((err: unknown) => log.error({ err }, 'closing after a failed start'));
    throw error;
  }
}

// Fewer requests share one commit anyway. More are waiting for the CPU.
const OVERLOAD_THRESHOLD = 24;

async function startAll(
  config: EmbeddedConfig,
  { log, closers }: { log: Logger; closers: ShutdownStack },
): Promise<Embedded> {
  const { dataDir } = config;
  await makeFolder(dataDir);
  // Locks the data folder, so nothing else in it is touched before.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    isDurable: true,
    log: log.child({ service: 'postgres' }),
  });
  closers.add('PostgreSQL', () => postgres.stop());

  const keys = await keepKeys(dataDir);
  const firstSignIn = await keepFirstSignIn(dataDir, config.bootstrap);
  const databaseUrlOf = await prepareDatabases(postgres, keys.rolePasswords);

  const gauge = new WorkGauge({ overloadThreshold: OVERLOAD_THRESHOLD });
  const bus = new InProcessBus({ isHttpBusy: () => gauge.isCrowded() });
  closers.add('bus', () => bus.stop());
  const telemetry = await startServiceTelemetry(config, log);
  closers.add('telemetry', () => telemetry.close());
  const files = await openFiles(dataDir, closers);
  const register = new ServiceRegister();
  closers.add('services', () => register.stop());
  const around = { config, keys, firstSignIn, databaseUrlOf, bus, gauge, log, telemetry, ...files };
  const services = await startServices(around, register);
  await bus.start();

  const url = services.gateway.publicUrl;
  const { pid } = process;
  await writeRunFile(dataDir, {
    pid,
    url,
    services: register.urls(),
    operatorPrivateKey: keys.operator.privateKey,
  });
  closers.add('run file', () => removeRunFile(dataDir));
  return {
    url,
    pid,
    get postgresPid() {
      return postgres.pid;
    },
    firstSignIn,
    services,
    databaseUrlOf,
    stop: () => closers.close(),
  };
}

/** Opens the folder of files, and beside it one for transfers in progress. Removes what a killed process left there. */
async function openFiles(dataDir: string, closers: ShutdownStack) {
  const spoolDir = join(dataDir, 'spool');
  await rm(spoolDir, { recursive: true, force: true });
  await mkdir(spoolDir, { recursive: true, mode: 0o700 });
  const objectStore = await openFolderStore(join(dataDir, 'files'));
  closers.add('files', () => objectStore.close());
  return { objectStore, spoolDir };
}

/** What commands on this machine need to reach the running service behind its public listener. */
interface RunFile {
  readonly pid: number;
  readonly url: string;
  /** Internal base URLs. They change at every start. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Anyone who can read this file can act as the operator. */
  readonly operatorPrivateKey: string;
}

/** Writes the run file, readable only by its owner. */
async function writeRunFile(dataDir: string, run: RunFile): Promise<void> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(run, null, 2)}\n`);
}

async function removeRunFile(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const pathIn = (dataDir: string): string => join(dataDir, 'run.json');
