import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants. Linux only. */
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
