import { pidsOfTree, readOfProcess } from './process-tree.ts';

/**
 * Proportional set size of a process and all its descendants, in bytes: memory that processes
 * share counts once. Linux only (`/proc/<pid>/smaps_rollup`).
 */
export function memoryOfTree(rootPid: number): number {
  return pidsOfTree(rootPid).reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readOfProcess(pid, 'smaps_rollup'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
