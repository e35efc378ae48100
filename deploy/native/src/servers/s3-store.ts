import { mkdir } from 'node:fs/promises';

import { type Daemon, type DaemonPlan, startDaemon } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { answersOk } from '../daemons/answers-ok.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';

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

export interface S3Plan {
  readonly name: string;
  readonly folder: DataFolder;
  readonly command: string;
  readonly argsFor: (place: { readonly address: string; readonly dataDir: string }) => string[];
  readonly envFor: (access: S3Access) => Readonly<Record<string, string>>;
  readonly healthPath: string;
  readonly signal: DaemonPlan['signal'];
}

export const S3_REGION = 'us-east-1';

/** Starts an S3 server: they differ in their words only. */
export async function startS3Server(plan: S3Plan): Promise<S3Server> {
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
