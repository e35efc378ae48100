import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { type Programs, showFolder } from './create-cluster.ts';
import { type ServerOptions, serverArguments } from './server-settings.ts';

export interface Postmaster {
  readonly pid: number;
  /** Settles when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Asks for a fast shutdown, and insists when that takes too long. */
  stop(): Promise<void>;
}

export interface Launch {
  readonly clusterDir: string;
  readonly programs: Programs;
  readonly options: ServerOptions;
  readonly onLine: (line: string) => void;
}

/** The server ended before it was ready; `said` is what it wrote. */
export class ServerDidNotStartError extends Error {
  override readonly name = 'ServerDidNotStartError';
  readonly isPortTaken: boolean;

  constructor(said: string) {
    super(`PostgreSQL did not start: ${said || 'it printed nothing'}`);
    this.isPortTaken = /address already in use/i.test(said);
  }
}

// Replaying the log after a kill takes seconds; only a server that is stuck takes this long.
const READY_WITHIN_MS = 300_000;
// Leaves the process time to be gone 5 s after Ctrl-C. What is cut short is replayed at the next start.
const FAST_STOP_MS = 3_000;
const IMMEDIATE_STOP_MS = 1_500;

/** Starts the server and answers once it accepts connections. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { binaries, account } = launch.programs;
  const folder = showFolder(launch.clusterDir, account);
  const server = spawn(
    binaries.postgres,
    ['-D', folder.argument, ...serverArguments(launch.options)],
    // A process group of its own: Ctrl-C reaches us alone, and the server stops after the services.
    { cwd: folder.cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve()).once('error', () => resolve());
  });
  const lines = collectLines(server, launch.onLine);

  const pid = server.pid;
  if (pid === undefined) throw new ServerDidNotStartError('it could not be run');
  const watchdog = startWatchdog(pid, launch);
  void exited.then(() => watchdog.kill('SIGKILL'));

  const postmaster = { pid, exited, stop: () => stop(server, exited) };
  if (await isReadyInTime(server, launch.clusterDir, exited)) return postmaster;
  await postmaster.stop();
  throw new ServerDidNotStartError(await lines);
}

/** Hands every line on, and promises the last ones once the server has closed its output. */
async function collectLines(server: ChildProcess, onLine: (line: string) => void): Promise<string> {
  if (server.stderr === null) return '';
  const last: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    onLine(line);
    last.push(line);
    if (last.length > 20) last.shift();
  }
  return last.join('\n');
}

/**
 * Shuts the server down when we die without a word. The kernel closes our end of the pipe then, and
 * the shell's `read` returns; it needs no timer and cannot miss a kill -9.
 */
function startWatchdog(pid: number, { programs }: Launch): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...programs.account,
  });
  // Without it an orphan is ended by the next start.
  watchdog.once('error', () => {});
  watchdog.unref();
  return watchdog;
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function isReadyInTime(
  server: ChildProcess,
  clusterDir: string,
  exited: Promise<void>,
): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(server, clusterDir))) {
    if (hasExited(server) || performance.now() > deadline) return false;
    await Promise.race([delay(10), exited]);
  }
  return true;
}

/** The server notes its state in the eighth line of its pid file; pg_ctl goes by it too. */
async function isReady({ pid }: ChildProcess, clusterDir: string): Promise<boolean> {
  try {
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function stop(server: ChildProcess, exited: Promise<void>): Promise<void> {
  const patience = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
  ] as const;
  for (const [signal, patienceMs] of patience) {
    if (hasExited(server)) return;
    server.kill(signal);
    const timeout = new AbortController();
    await Promise.race([exited, delay(patienceMs, undefined, timeout)]);
    timeout.abort();
  }
  server.kill('SIGKILL');
  await exited;
}
