import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { type Programs, showFolder } from './create-cluster.ts';
import { type ServerOptions, serverArguments } from './server-settings.ts';

export interface Postmaster {
  readonly pid: number;
  /** Settles when the server has exited, for any reason. */
  readonly exited: Promise<void>;
  /** Requests a fast shutdown, and forces it after a timeout. */
  stop(): Promise<void>;
}

export interface Launch {
  readonly clusterDir: string;
  readonly programs: Programs;
  readonly options: ServerOptions;
  readonly onLine: (line: string) => void;
}

/** The server exited before it was ready; `said` is its output. */
export class ServerDidNotStartError extends Error {
  override readonly name = 'ServerDidNotStartError';
  readonly isPortTaken: boolean;

  constructor(said: string) {
    super(`PostgreSQL did not start: ${said || 'it printed nothing'}`);
    this.isPortTaken = /address already in use/i.test(said);
  }
}

// Replaying the WAL after a kill takes seconds. Only a stuck server takes this long.
const READY_WITHIN_MS = 300_000;
// Lets the process exit within 5 s of Ctrl-C. The next start replays what an immediate shutdown cut off.
const FAST_STOP_MS = 3_000;
const IMMEDIATE_STOP_MS = 1_500;

/** Starts the server and resolves when it accepts connections. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { binaries, account } = launch.programs;
  const folder = showFolder(launch.clusterDir, account);
  const server = spawn(
    binaries.postgres,
    ['-D', folder.argument, ...serverArguments(launch.options)],
    // A process group of its own, so that Ctrl-C reaches only this process and the server stops after the services.
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

/** Passes each line on, and resolves with the last lines when the server closes its output. */
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
 * Shuts the server down if this process dies. The kernel then closes our end of the pipe and the shell's `read`
 * returns. This needs no timer and works for kill -9.
 */
function startWatchdog(pid: number, { programs }: Launch): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...programs.account,
  });
  // Without a watchdog, the next start stops an orphaned server.
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

/** The server writes its state to the eighth line of its PID file, which pg_ctl reads too. */
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
