import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { identityOf } from '@output-review/embedded-postgres';
import { writePrivateFile } from '@output-review/runtime';

/** The record of a process that outlives its starter. */
export interface NotedProcess extends RunningProcess {
  /** The signal that stops it, and how long it may take. */
  readonly stop: { readonly signal: NodeJS.Signals; readonly withinMs: number };
}

/** Records a process, so that another process can stop exactly this one. */
export async function writeRunFile(path: string, run: NotedProcess): Promise<void> {
  await writePrivateFile(path, JSON.stringify(run));
}

/** The process in a run file, or null if it has exited, even if its PID was reused. */
export async function readRunFile(path: string): Promise<NotedProcess | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const run = JSON.parse(text) as NotedProcess;
  return (await isAlive(run)) ? run : null;
}

/** The names of a folder's running daemons. */
export async function runningIn(runDir: string): Promise<string[]> {
  const names = await namesIn(runDir);
  const runs = await Promise.all(names.map((name) => readRunFile(join(runDir, `${name}.json`))));
  return names.filter((_, n) => runs[n] !== null);
}

/** Stops a daemon. One without a run file counts as stopped. */
export async function stopByRunFile(path: string): Promise<void> {
  const run = await readRunFile(path);
  if (run !== null) await stopProcess(run, run.stop);
  await rm(path, { force: true });
}

/** Kills a daemon and all its descendants. */
export async function killByRunFile(path: string): Promise<void> {
  const run = await readRunFile(path);
  if (run !== null) await killProcess(run);
  await rm(path, { force: true });
}

export async function namesIn(runDir: string): Promise<string[]> {
  const files = await readdir(runDir).catch(() => []);
  return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}

/** A process that can be distinguished from a later one with the same PID. */
interface RunningProcess {
  readonly pid: number;
  /** The result of {@link identityOf}. */
  readonly identity: string;
}

async function isAlive({ pid, identity }: RunningProcess): Promise<boolean> {
  return (await identityOf(pid)) === identity;
}

/** Asks the process to exit, and kills it if it does not in time. */
async function stopProcess(
  target: RunningProcess,
  how: { readonly signal: NodeJS.Signals; readonly withinMs: number },
): Promise<void> {
  if (!(await isAlive(target))) return;
  send(target.pid, how.signal);
  if (!(await isGoneWithin(target, how.withinMs))) await killProcess(target);
}

// SIGKILL cannot be ignored. Only a process stuck in the kernel takes this long.
const GONE_WITHIN_MS = 10_000;

/** Kills the process and all its descendants at once, like a power cut. */
async function killProcess(target: RunningProcess): Promise<void> {
  if (!(await isAlive(target))) return;
  const children = await identified(await descendantsOf(target.pid));
  // The parent first, because it would restart its children.
  send(target.pid, 'SIGKILL');
  for (const child of children) if (await isAlive(child)) send(child.pid, 'SIGKILL');
  for (const each of [target, ...children]) {
    if (!(await isGoneWithin(each, GONE_WITHIN_MS))) {
      throw new Error(`Process ${each.pid} does not exit, not even after SIGKILL`);
    }
  }
}

async function identified(pids: readonly number[]): Promise<RunningProcess[]> {
  const found = await Promise.all(
    pids.map(async (pid) => ({ pid, identity: await identityOf(pid) })),
  );
  return found.flatMap(({ pid, identity }) => (identity === undefined ? [] : [{ pid, identity }]));
}

async function isGoneWithin(target: RunningProcess, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (await isAlive(target)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has exited since the check.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** All descendants of a process. */
async function descendantsOf(pid: number): Promise<number[]> {
  const childrenOf = await readChildren();
  const found: number[] = [];
  const unseen = [pid];
  for (let parent = unseen.pop(); parent !== undefined; parent = unseen.pop()) {
    const children = childrenOf.get(parent) ?? [];
    found.push(...children);
    unseen.push(...children);
  }
  return found;
}

async function readChildren(): Promise<Map<number, number[]>> {
  const childrenOf = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = await parentOf(name);
    if (parent !== undefined) {
      childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
    }
  }
  return childrenOf;
}

async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in parentheses may itself contain spaces and parentheses. State and parent follow it.
  return stat === null ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
