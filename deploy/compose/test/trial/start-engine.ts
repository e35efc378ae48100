import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  findProgram,
  type InstallContext,
  installAptPackages,
} from '@output-review/native/install';
import { eventually } from '@output-review/runtime/testing';

import { answers } from './docker.ts';

const PACKAGES: Readonly<Record<string, string>> = {
  docker: 'docker.io',
  dockerd: 'docker.io',
  mmdebstrap: 'mmdebstrap',
};

/** Installs the programs that are missing to run an engine and to create images from scratch. Requires root. */
export async function ensureDockerPrograms(context: InstallContext): Promise<void> {
  const missing = new Set<string>();
  for (const [program, name] of Object.entries(PACKAGES)) {
    if ((await findProgram(program, ['/usr/sbin'])) === undefined) missing.add(name);
  }
  if (missing.size === 0) return;
  await installAptPackages({ what: 'A Docker engine', packages: [...missing] }, context);
}

export interface Engine {
  readonly host: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts a separate engine, beside any that the machine has. Requires root. */
export async function startEngine(dataDir: string): Promise<Engine> {
  if (process.getuid?.() !== 0)
    throw new Error('No Docker engine answers, and only root can start one');
  await mkdir(dataDir, { recursive: true });
  const runDir = await mkdtemp(join(tmpdir(), 'output-review-engine-'));
  const host = `unix://${join(runDir, 'docker.sock')}`;
  const log = await open(join(runDir, 'log'), 'w');
  const child = spawn(
    'dockerd',
    [
      ...['--data-root', dataDir, '--exec-root', join(runDir, 'exec'), '--host', host],
      ...['--pidfile', join(runDir, 'pid')],
    ],
    { stdio: ['ignore', log.fd, log.fd] },
  );
  await log.close();
  const ended = once(child, 'exit');

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(runDir, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`dockerd ended with ${child.exitCode}`);
      if (!(await answers({ DOCKER_HOST: host }, 'info'))) throw new Error('dockerd is not ready');
    }, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, stop };
}
