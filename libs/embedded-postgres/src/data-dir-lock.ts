import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { identityOf } from './process-identity.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/** Somebody else, who is alive, has the folder. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by the running process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Takes a folder for this process alone, or throws {@link DataDirInUseError}. What a killed process
 * left behind does not count, even when its pid belongs to somebody else by now.
 *
 * Everyone puts up a claim, a file named for pid and start time, and only then looks for claims of
 * others. Such a name belongs to one process for ever, so removing the claim of a dead one cannot
 * hit a living one: the race that a single lock file has when two find it stale does not exist. Of
 * two that start in the same instant both may give up; never do both go on. (Node has no flock, and
 * a lock kept fresh by a timer is lost when the machine sleeps or the event loop stalls.)
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
