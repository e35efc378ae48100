import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * What tells a process from a later one that got the same pid: when it started. Undefined when no
 * such process runs. Safe to use in a file name.
 */
export async function identityOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

async function identityFromProc(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may hold blanks and brackets itself; what follows it starts with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const startTicks = fields[19];
  // A zombie has let go of everything it held.
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined;
  // Ticks count from the boot, and machines boot alike: the same pid may get the same tick again.
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${bootId.slice(0, 8)}-${startTicks}`;
}

async function identityFromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
    });
    return stdout.trim().replaceAll(/[^A-Za-z0-9]+/g, '-') || undefined;
  } catch {
    return undefined;
  }
}
