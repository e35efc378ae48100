import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { programPath } from '@output-review/runtime/testing';
import { Client } from 'pg';

/** The embedded service in a separate process, so that it can be killed. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Its standard output so far. */
  readonly stdout: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Resolves when it has exited. */
  readonly exited: Promise<Ending>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the service from the sources and waits for its ready line. */
export function startProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  return untilReady(launch(env));
}

/** Does the same for a release built in a folder. */
export function startBuilt(
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  return untilReady(launchProgram(join(root, 'deploy/embedded/dist/main.js'), env));
}

async function untilReady(launched: Promise<Launched>): Promise<ServiceProcess> {
  const { child, stdout, ready: isReady, exited } = await launched;
  const ready = await Promise.race([isReady, exited]);
  if ('code' in ready) throw new Error(`The service exited before it was ready:\n${ready.stderr}`);
  return { ...ready, stdout, exited, kill: (signal) => void child.kill(signal) };
}

/** Runs the service until it exits by itself. */
export async function runProcess(env: Readonly<Record<string, string>>): Promise<Ending> {
  const { exited } = await launch(env);
  return exited;
}

/** Runs a command, named by its source file, to its end. */
export async function runCommand(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const { exited } = await startCommand(path, args, env);
  return exited;
}

/** Starts a command that will be interrupted. */
export async function startCommand(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Pick<ServiceProcess, 'kill' | 'exited'>> {
  const { child, exited } = await launch(env, path, args);
  return { kill: (signal) => void child.kill(signal), exited };
}

interface Launched {
  readonly child: ChildProcess;
  readonly stdout: string[];
  readonly ready: Promise<Ready>;
  readonly exited: Promise<Ending>;
}

interface Ready {
  readonly url: string;
  readonly pid: number;
}

const READY = 'ready ';

async function launch(
  env: Readonly<Record<string, string>>,
  source = 'deploy/embedded/src/main.ts',
  args: readonly string[] = [],
): Promise<Launched> {
  return launchProgram(await programPath(source), env, args);
}

async function launchProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Launched> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    // Passes only what is needed to find programs, so that no setting leaks in.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<Ready>((resolve) => {
    lines.on('line', (line) => {
      stdout.push(line);
      if (line.startsWith(READY)) resolve(JSON.parse(line.slice(READY.length)) as Ready);
    });
  });
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const exited = once(child, 'close').then(([code, signal]): Ending => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout: stdout.join('\n'),
    stderr: stderr.join('\n'),
  }));
  return { child, stdout, ready, exited };
}

/** Kills the service with SIGKILL, together with its database or leaving it orphaned. */
export async function killService(
  service: ServiceProcess,
  dataDir: string,
  what: 'all' | 'node',
): Promise<void> {
  const { pid: postmaster } = await readPostmaster(dataDir);
  // Node first, because it would restart a killed database.
  service.kill('SIGKILL');
  if (what === 'all') {
    for (const pid of await familyOf(postmaster)) endNow(pid);
  }
  await service.exited;
}

/** @param serverUrl the superuser's URL of a stack's PostgreSQL, which names another database. */
export function databaseOf(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = '/output_review';
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function queryOnce(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  // The failing statement throws the error.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The superuser's URL of the database of an embedded service. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const { port } = await readPostmaster(dataDir);
  const password = await readFile(join(dataDir, 'postgres', 'superuser-password'), 'utf8');
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/output_review`;
}

/** Source: PostgreSQL's src/include/utils/pidfile.h, which defines the lines. */
async function readPostmaster(
  dataDir: string,
): Promise<{ readonly pid: number; readonly port: number }> {
  const lines = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const [pid, , , port] = lines.split('\n');
  return { pid: Number(pid), port: Number(port) };
}

/** The PIDs of a process and its children. */
export async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [pid, ...rows.filter(([, parent]) => parent === pid).map(([child = 0]) => child)];
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited by itself meanwhile.
  }
}

/** Runs a line as if it were pasted into a terminal. */
export async function runShell(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  return stdout;
}
