import { setTimeout as delay } from 'node:timers/promises';

import { identityOf } from '@output-review/runtime';

import { descendantsOf } from './process-family.ts';

/** A process that cannot be taken for a later one with its pid. */
export interface RunningProcess {
  readonly pid: number;
  /** What {@link identityOf} says of it. */
  readonly identity: string;
}

export async function isAlive({ pid, identity }: RunningProcess): Promise<boolean> {
  return (await identityOf(pid)) === identity;
}

/** Asks the process to end, and kills it where it has not within the time. */
export async function stopProcess(
  target: RunningProcess,
  how: { readonly signal: NodeJS.Signals; readonly withinMs: number },
): Promise<void> {
  if (!(await isAlive(target))) return;
  send(target.pid, how.signal);
  if (!(await isGoneWithin(target, how.withinMs))) await killProcess(target);
}

// SIGKILL needs no answer; only a process stuck in the kernel takes this long.
const GONE_WITHIN_MS = 10_000;

/** Ends the process and all that it has started, at once, as a power cut would. */
export async function killProcess(target: RunningProcess): Promise<void> {
  if (!(await isAlive(target))) return;
  const children = await identified(await descendantsOf(target.pid));
  // The parent first: it would start its children again.
  send(target.pid, 'SIGKILL');
  for (const child of children) if (await isAlive(child)) send(child.pid, 'SIGKILL');
  for (const each of [target, ...children]) {
    if (!(await isGoneWithin(each, GONE_WITHIN_MS))) {
      throw new Error(`Process ${each.pid} does not end, not even by SIGKILL`);
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
    // It has ended since we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
