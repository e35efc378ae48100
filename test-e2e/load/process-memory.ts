import { readdirSync, readFileSync } from 'node:fs';

/**
 * Proportional set size of a process and all its descendants, in bytes: memory that processes
 * share counts once. Linux only (`/proc/<pid>/smaps_rollup`).
 */
export function memoryOfTree(rootPid: number): number {
  const parents = parentsByPid();
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) {
      if (at === rootPid) return true;
    }
    return false;
  };
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function parentsByPid(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== null) parents.set(pid, parent);
  }
  return parents;
}

function parentOf(pid: number): number | null {
  const status = readOrEmpty(`/proc/${pid}/status`);
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
  return parent === undefined ? null : Number(parent);
}

function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

// A process may end between being listed and being read.
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
