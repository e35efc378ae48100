import { readdirSync, readFileSync } from 'node:fs';

// Linux only.

/** The PIDs of a process and all its descendants. */
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

/** Reads a file of `/proc/<pid>`; empty if the process has exited. */
export function readOfProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Proportional set size of a process and its descendants in bytes. Counts shared memory once. */
export function memoryOfTree(rootPid: number): number {
  return pidsOfTree(rootPid).reduce(
    (sum, pid) => sum + bytesIn(readOfProcess(pid, 'smaps_rollup'), 'Pss'),
    0,
  );
}

/** Resident memory of a process in bytes: the current value or the peak. */
export function residentMemory(pid: number, when: 'now' | 'most' = 'now'): number {
  return bytesIn(readOfProcess(pid, 'status'), when === 'now' ? 'VmRSS' : 'VmHWM');
}

function bytesIn(table: string, name: string): number {
  const line = table.split('\n').find((each) => each.startsWith(`${name}:`)) ?? '';
  return Number(/^\w+:\s+(\d+) kB/.exec(line)?.[1] ?? 0) * 1024;
}

const SAMPLE_MS = 20;

/** Samples the memory of a process during some work. @returns the peak. */
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
