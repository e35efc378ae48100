import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ServiceName } from '@output-review/contracts';

import { answersOk, type Daemon, startDaemon } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import type { ReplicaPorts, Settings } from './service-settings.ts';

/** The root of the repository, seen from the built file as well as from its source. */
export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** One process of a service. */
export interface Replica extends Daemon {
  readonly service: ServiceName;
  /** Counts from 1. */
  readonly number: number;
  /** For the other services. Includes /healthz, /readyz and /metrics. */
  readonly internalUrl: string;
  /** For users. Null except for a gateway. */
  readonly publicUrl: string | null;
  /** Its environment variables. */
  readonly settings: Settings;
}

export interface ReplicaPlan {
  readonly service: ServiceName;
  readonly folder: DataFolder;
  /** Counts from 1. */
  readonly number: number;
  readonly ports: ReplicaPorts;
  readonly settings: Settings;
  /** The repository whose build is started. */
  readonly root: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * As in the image. glibc keeps freed memory of large buffers, unless the threshold is fixed and the number of arenas is
 * low: a hundred concurrent submissions of 4.4 MB then take 80 MB less in a gateway. With a young generation of 64 MiB
 * most objects of a batch have died before they are collected.
 */
const MEMORY = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=64',
};

/** Starts the build of `services/<service>` in a repository, as a separate process. */
export async function startReplica(plan: ReplicaPlan): Promise<Replica> {
  const { service, folder, number, ports, settings, root, signal } = plan;
  const internalUrl = `http://${LOOPBACK}:${ports.internal}`;
  const daemon = await startDaemon({
    name: `${service}-${number}`,
    folder,
    command: process.execPath,
    args: [join(root, 'services', service, 'dist', 'main.js')],
    env: { ...MEMORY, ...settings },
    // Its own grace period is 20 s.
    stop: { signal: 'SIGTERM', withinMs: 25_000 },
    isReady: () => answersOk(`${internalUrl}/readyz`),
    readyWithinMs: 60_000,
    signal,
  });
  const publicUrl = service === 'gateway' ? `http://${LOOPBACK}:${ports.public}` : null;
  return Object.assign(daemon, { service, number, internalUrl, publicUrl, settings });
}

/** The ports of a replica, the same in every run. */
export async function portsOf(
  service: ServiceName,
  number: number,
  { portsFile }: DataFolder,
): Promise<ReplicaPorts> {
  const name = `${service}-${number}`;
  return {
    internal: await portFor(`${name}-internal`, portsFile),
    public: service === 'gateway' ? await portFor(`${name}-public`, portsFile) : 0,
  };
}
