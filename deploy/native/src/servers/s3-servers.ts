import { mkdir } from 'node:fs/promises';

import { answersOk, type Daemon, type DaemonPlan, startDaemon } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureGoProgram } from '../install/go-programs.ts';
import { openContext, type ServerOptions } from './server-options.ts';

/** Where an S3 store is and who may use it. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Server extends Daemon {
  readonly port: number;
  readonly access: S3Access;
}

interface S3Plan {
  readonly name: string;
  readonly folder: DataFolder;
  readonly command: string;
  readonly argsFor: (place: { readonly address: string; readonly dataDir: string }) => string[];
  readonly envFor: (access: S3Access) => Readonly<Record<string, string>>;
  readonly healthPath: string;
  readonly signal: DaemonPlan['signal'];
}

const S3_REGION = 'us-east-1';

/** Starts an S3 server: they differ in their words only. */
async function startS3Server(plan: S3Plan): Promise<S3Server> {
  const { name, folder, command, signal } = plan;
  const port = await portFor(name, folder.portsFile);
  const address = `${LOOPBACK}:${port}`;
  const endpoint = `http://${address}`;
  const access: S3Access = {
    endpoint,
    region: S3_REGION,
    accessKey: 'output-review',
    secretKey: await folder.secret(`${name}-secret-key`),
  };
  const dataDir = folder.dataOf(name);
  await mkdir(dataDir, { recursive: true });
  const daemon = await startDaemon({
    name,
    folder,
    command,
    args: plan.argsFor({ address, dataDir }),
    env: plan.envFor(access),
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => answersOk(`${endpoint}${plan.healthPath}`),
    readyWithinMs: 30_000,
    signal,
  });
  return Object.assign(daemon, { port, access });
}

/** Starts MinIO, the S3 store of the stack. */
export async function startMinio(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  return startS3Server({
    name: 'minio',
    folder,
    command: await ensureGoProgram('minio', install),
    argsFor: ({ address, dataDir }) => ['server', '--quiet', '--address', address, dataDir],
    envFor: ({ accessKey, secretKey }) => ({
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_SITE_REGION: S3_REGION,
      MINIO_BROWSER: 'off',
      // It asks nobody outside for a newer one.
      MINIO_UPDATE: 'off',
      // It takes a folder of the system's own disk for data.
      MINIO_CI_CD: '1',
    }),
    healthPath: '/minio/health/ready',
    signal: install.signal,
  });
}

/** Starts versitygw: a second S3 server, stricter than MinIO, for the contract tests of the store. */
export async function startVersitygw(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  return startS3Server({
    name: 'versitygw',
    folder,
    command: await ensureGoProgram('versitygw', install),
    argsFor: ({ address, dataDir }) => [
      ...['--port', address, '--health', VERSITYGW_HEALTH, '--quiet'],
      ...['posix', dataDir],
    ],
    envFor: ({ accessKey, secretKey, region }) => ({
      ROOT_ACCESS_KEY: accessKey,
      ROOT_SECRET_KEY: secretKey,
      VGW_REGION: region,
    }),
    healthPath: VERSITYGW_HEALTH,
    signal: install.signal,
  });
}

const VERSITYGW_HEALTH = '/healthz';
