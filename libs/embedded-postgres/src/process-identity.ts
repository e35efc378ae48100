import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Start time of a process, which tells it from a later process with the same PID. Undefined if no such process runs.
 * Safe to use in a file name.
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
  // The name in parentheses may contain spaces and parentheses. The text after it starts with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const startTicks = fields[19];
  // A zombie has released everything that it held.
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined;
  // Ticks count from boot. After a reboot the same PID can start at the same tick.
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
