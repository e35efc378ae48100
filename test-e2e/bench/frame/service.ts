import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import type { Bench } from './bench.ts';

/** The service under test behind its listener, run in any way. `BENCH_ACCOUNT` can sign in to it. */
export interface BenchTarget {
  readonly url: string;
  readonly port: number;
}

export const BENCH_ACCOUNT = {
  email: 'bench@example.com',
  password: 'correct horse battery staple',
  token: `wh-${'b'.repeat(43)}`,
} as const;

/** Settings that create the account and disable the rate limits. */
export const BENCH_SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
  BOOTSTRAP_EMAIL: BENCH_ACCOUNT.email,
  BOOTSTRAP_PASSWORD: BENCH_ACCOUNT.password,
  BOOTSTRAP_TOKEN: BENCH_ACCOUNT.token,
} as const;

/** A built checkout of this project, and the Node binary to run it. */
export interface Build {
  /** Absolute path. */
  readonly folder: string;
  readonly node: string;
}

export const THIS_BUILD: Build = {
  folder: fileURLToPath(new URL('../../../../', import.meta.url)),
  node: process.execPath,
};

/** A server in a separate process. */
export interface ServerProcess extends BenchTarget {
  readonly pid: number;
  /** Time from spawn to the ready line. */
  readonly readyMs: number;
  /** Stops it before the end of the bench. Idempotent. */
  stop(): Promise<void>;
}

export interface ServiceProcess extends ServerProcess {
  readonly dataDir: string;
}

export interface ServiceOptions {
  /** Added to those of every bench. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly build?: Build;
}

/**
 * Starts the embedded service like users do, as one process.
 *
 * @param name of its data folder; reusing a name starts it on the same data.
 */
export async function startService(
  bench: Bench,
  name: string,
  { settings = {}, build = THIS_BUILD }: ServiceOptions = {},
): Promise<ServiceProcess> {
  const dataDir = join(bench.folder, name);
  const env = { ...BENCH_SETTINGS, ...settings, PORT: '0', DATA_DIR: dataDir };
  const script = join(build.folder, 'deploy/embedded/dist/main.js');
  const server = await startServer(bench, script, { env, build, nodeFlags: bench.nodeFlags });
  return { ...server, dataDir };
}

export interface ServerOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly build?: Build;
  readonly nodeFlags?: readonly string[];
}

/** Starts a script that prints a ready line and exits on SIGINT, with the Node and the options of a build. */
export async function startServer(
  bench: Bench,
  script: string,
  { args = [], env = {}, build = THIS_BUILD, nodeFlags = [] }: ServerOptions = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(build.node, [...nodeFlagsOf(build), ...nodeFlags, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a separate process group, so that Ctrl-C only reaches the bench, which then stops it.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isAsked = false;
  const stop = (): Promise<void> => {
    // A second SIGINT would skip the graceful shutdown.
    if (!isAsked) child.kill('SIGINT');
    isAsked = true;
    return ended;
  };
  bench.onEnd('a server', stop);
  const { url, pid } = await readyLine(child);
  const readyMs = performance.now() - startedAt;
  return { url, pid, port: Number(new URL(url).port), readyMs, stop };
}

/** The options of Node in the build's `npm start`. */
function nodeFlagsOf({ folder }: Build): string[] {
  const packageJson = readFileSync(join(folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(packageJson) as { scripts: { start: string } };
  const [, flags] = /node ((?:--\S+ )*)deploy\/embedded/.exec(scripts.start) ?? [];
  if (flags === undefined) throw new Error('The script `start` does not run the embedded service');
  return flags.split(' ').filter((flag) => flag !== '');
}

async function readyLine(
  child: ChildProcessByStdio<null, Readable, null>,
): Promise<{ url: string; pid: number }> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) {
      child.stdout.resume();
      return JSON.parse(line.slice('ready '.length)) as { url: string; pid: number };
    }
  }
  throw new Error('The service exited before it was ready');
}
