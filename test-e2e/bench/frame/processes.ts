import { readdirSync, readFileSync } from 'node:fs';

// All of it is Linux only.

/** A process and all its descendants. */
export function pidsOfTree(rootPid: number): readonly number[] {
  const parents = parentsByPid();
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) {
      if (at === rootPid) return true;
    }
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}

function parentsByPid(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(readOfProcess(pid, 'status'))?.[1];
    if (parent !== undefined) parents.set(pid, Number(parent));
  }
  return parents;
}

/** A file of `/proc/<pid>`; empty where the process has ended since it was listed. */
export function readOfProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Proportional set size of a process and all its descendants, in bytes: memory that they share counts once. */
export function memoryOfTree(rootPid: number): number {
  return pidsOfTree(rootPid).reduce(
    (sum, pid) => sum + bytesIn(readOfProcess(pid, 'smaps_rollup'), 'Pss'),
    0,
  );
}

/** Resident memory of one process in bytes: what it has now, or the most that it has had. */
export function residentMemory(pid: number, when: 'now' | 'most' = 'now'): number {
  return bytesIn(readOfProcess(pid, 'status'), when === 'now' ? 'VmRSS' : 'VmHWM');
}

function bytesIn(table: string, name: string): number {
  const line = table.split('\n').find((each) => each.startsWith(`${name}:`)) ?? '';
  return Number(/^\w+:\s+(\d+) kB/.exec(line)?.[1] ?? 0) * 1024;
}

const SAMPLE_MS = 20;

/** Does work and looks at the memory of a process meanwhile. @returns the most that it had. */
export async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, residentMemory(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return peak;
}
