import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { identityOf } from './process-identity.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/** Another live process uses the folder. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by the running process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Locks a folder for this process, or throws {@link DataDirInUseError}. Claims of dead processes do not count, even if
 * another process has reused the PID.
 *
 * Each process writes a claim, a file named by PID and start time, and only then looks for other claims. Such a name is
 * never reused, so removing the claim of a dead process cannot hit a live one. This avoids the race of a single lock
 * file that two processes find stale. If two processes start at the same instant, both may give up, but never do both
 * continue. (Node has no flock. A lock that a timer renews is lost when the machine sleeps or the event loop stalls.)
 *
 * It sees processes of this machine only: containers that share a folder do not see each other.
 */
export async function acquireDataDirLock(dataDir: string): Promise<DataDirLock> {
  const claims = join(dataDir, 'lock');
  await mkdir(claims, { recursive: true });

  const identity = await identityOf(process.pid);
  const ownClaim = `${process.pid}.${identity ?? 'unknown'}.${randomBytes(4).toString('hex')}`;
  await writeFile(join(claims, ownClaim), '', { flag: 'wx' });
  const release = () => rm(join(claims, ownClaim), { force: true });

  for (const claim of await readdir(claims)) {
    if (claim === ownClaim) continue;
    const holder = await livingHolder(claim);
    if (holder !== undefined) {
      await release();
      throw new DataDirInUseError(dataDir, holder);
    }
    await rm(join(claims, claim), { force: true });
  }
  return { release };
}

async function livingHolder(claim: string): Promise<number | undefined> {
  const [pidText, identity] = claim.split('.');
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return (await identityOf(pid)) === identity ? pid : undefined;
}
