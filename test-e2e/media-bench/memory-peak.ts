import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/** Resident memory of one process, in bytes. Linux only (`/proc/<pid>/status`). */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

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
