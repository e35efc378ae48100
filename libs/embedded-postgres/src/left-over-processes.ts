import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { codeOf } from './error-code.ts';

/**
 * Stops every PostgreSQL process that an earlier run left on this cluster. Call it while holding the lock of the
 * folder, and while no server of this process runs on it. An immediate shutdown is safe: the next start recovers from
 * the WAL, as after a power failure.
 */
export async function endLeftOvers(clusterDir: string): Promise<number> {
  const cluster = await realpath(clusterDir);
  const found = await serversOf(cluster);
  if (found.length > 0) {
    // SIGQUIT makes the postmaster shut down immediately; it gives its children five seconds.
    const isGone = (await end(cluster, 'SIGQUIT', 6_000)) || (await end(cluster, 'SIGKILL', 5_000));
    if (!isGone) {
      throw new Error(`PostgreSQL processes of an earlier run on ${cluster} cannot be stopped`);
    }
  }
  // PostgreSQL would refuse to start if another live process had reused the PID in this file.
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  // The sockets of killed servers, each on its own port, and their locks.
  for (const name of await readdir(cluster)) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(cluster, name), { force: true });
  }
  return found.length;
}

async function end(cluster: string, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  for (const pid of await serversOf(cluster)) sendSignal(pid, signal);
  const deadline = performance.now() + patienceMs;
  while ((await serversOf(cluster)).length > 0) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** Ignores a process that has already ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

const serversOf = (cluster: string): Promise<number[]> =>
  process.platform === 'linux' ? serversByProc(cluster) : serversByPs(cluster);

/** Matches name and working folder, which every server process keeps, so a reused PID does not match. */
async function serversByProc(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const isServer =
          (await readlink(`/proc/${pid}/cwd`)) === cluster &&
          (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres';
        return isServer ? [Number(pid)] : [];
      } catch {
        return []; // It has ended, or belongs to another user, who cannot run our cluster.
      }
    }),
  );
  return found.flat();
}

/** Only the postmaster shows its arguments. The other processes end with it. */
async function serversByPs(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes(`/postgres -D ${cluster} `))
    .map((line) => Number.parseInt(line, 10));
}
