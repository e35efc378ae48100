import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { readFileIfThere } from '@output-review/runtime';

import { ArchiveFault } from '../archive/archive.ts';

/**
 * Finds the folder that a restore will replace by a rename, which does not work on a link or a mount point.
 *
 * @returns the target of a link, otherwise the folder itself.
 * @throws ArchiveFault if it is not empty or could not be replaced.
 */
export async function findTarget(dataDir: string): Promise<string> {
  try {
    return await findFolder(dataDir);
  } catch (error) {
    if (error instanceof ArchiveFault) throw error;
    const message = `${dataDir} cannot be created or opened: ${String(error)}. Nothing was changed.`;
    throw new ArchiveFault(message, { cause: error });
  }
}

async function findFolder(dataDir: string): Promise<string> {
  if ((await ifThere(lstat(dataDir))) === null) return dataDir;
  const target = await ifThere(realpath(dataDir));
  if (target === null) {
    throw refusal(dataDir, 'is a broken link. Create its target, or remove the link.');
  }
  const [folder, parent] = await Promise.all([stat(target), stat(dirname(target))]);
  if (!folder.isDirectory()) throw refusal(dataDir, `is not a folder. ${ADVICE}`);
  if (folder.dev !== parent.dev || (await isMounted(target))) {
    throw refusal(
      dataDir,
      'is a mount point, which cannot be replaced. Restore into a folder on it: set DATA_DIR, or --data-dir.',
    );
  }
  if ((await readdir(target)).length > 0) throw refusal(dataDir, `is not empty. ${ADVICE}`);
  return target;
}

const ADVICE = 'Restore into a folder that does not exist: set DATA_DIR, or --data-dir.';

/**
 * Detects bind mounts of the same file system too, which have no separate device number. Only Linux has and lists them.
 */
async function isMounted(folder: string): Promise<boolean> {
  const mounts = await readFileIfThere('/proc/self/mountinfo');
  return mounts !== undefined && listMountPoints(mounts).includes(folder);
}

/** Parses mountinfo. Source: proc_pid_mountinfo(5). Characters that would end a field are written in octal. */
export function listMountPoints(mounts: string): string[] {
  const points = mounts.split('\n').flatMap((line) => line.split(' ')[4] ?? []);
  return points.map((point) =>
    point.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCodePoint(Number.parseInt(octal, 8)),
    ),
  );
}

function refusal(dataDir: string, why: string): ArchiveFault {
  return new ArchiveFault(`${dataDir} ${why} Nothing was changed.`);
}

async function ifThere<T>(finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
