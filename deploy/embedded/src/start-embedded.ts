import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServiceName } from '@output-review/contracts';
import {
  CloserStack,
  InProcessBus,
  type Logger,
  openFolderStore,
  startEmbeddedPostgres,
  WorkGauge,
} from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';
import { keepFirstSignIn, type UnseenSignIn } from './first-sign-in.ts';
import { keepKeys } from './keys.ts';
import { putUpRunFile, takeDownRunFile } from './run-file.ts';
import { prepareDatabases } from './service-databases.ts';
import { ServiceRegister } from './service-register.ts';
import { startServiceTelemetry } from './service-telemetry.ts';
import { type RunningServices, startServices } from './start-services.ts';

export interface Embedded {
  /** The public door. */
  readonly url: string;
  readonly pid: number;
  /** The database server of this moment; it is another process. */
  readonly postgresPid: number;
  /** Null once it has been shown. */
  readonly firstSignIn: UnseenSignIn | null;
  readonly services: RunningServices;
  /** Connection URLs, each with the role of its service. */
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** Closes the door, finishes what is under way and stops the database; the data stays. */
  stop(): Promise<void>;
}

/**
 * Starts everything in this process: PostgreSQL, the bus and the five services.
 *
 * @throws DataDirInUseError where another process has the data folder. Whatever fails, nothing that
 * was started is left running.
 */
export async function startEmbedded(config: EmbeddedConfig, log: Logger): Promise<Embedded> {
  const closers = new CloserStack();
  try {
    return await startAll(config, { log, closers });
  } catch (error) {
    await closers
      .close()
      .catch((err: unknown) => log.error({ err }, 'closing after a failed start'));
    throw error;
  }
}

// Fewer share one commit anyway; more are waiting for the processor.
const CROWD_AT = 24;

async function startAll(
  config: EmbeddedConfig,
  { log, closers }: { log: Logger; closers: CloserStack },
): Promise<Embedded> {
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  // It takes the lock of the folder, so nothing else there is touched before.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    isDurable: true,
    log: log.child({ service: 'postgres' }),
  });
  closers.add('PostgreSQL', () => postgres.stop());

  const keys = await keepKeys(dataDir);
  const firstSignIn = await keepFirstSignIn(dataDir, config.bootstrap);
  const databaseUrlOf = await prepareDatabases(postgres, keys.rolePasswords);

  const gauge = new WorkGauge({ crowdAt: CROWD_AT });
  const bus = new InProcessBus({ isDoorBusy: () => gauge.isCrowded() });
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
  await putUpRunFile(dataDir, {
    pid,
    url,
    services: register.urls(),
    operatorPrivateKey: keys.operator.privateKey,
  });
  closers.add('run file', () => takeDownRunFile(dataDir));
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

/** Where files lie, and a folder beside for what is on its way there: what a killed process left goes. */
async function openFiles(dataDir: string, closers: CloserStack) {
  const spoolDir = join(dataDir, 'spool');
  await rm(spoolDir, { recursive: true, force: true });
  await mkdir(spoolDir, { recursive: true, mode: 0o700 });
  const objectStore = await openFolderStore(join(dataDir, 'files'));
  closers.add('files', () => objectStore.close());
  return { objectStore, spoolDir };
}
