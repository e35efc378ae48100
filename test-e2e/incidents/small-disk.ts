import { execFile } from 'node:child_process';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1024 * 1024);

/** A folder on a separate small disk, which can be filled. */
export interface SmallDisk {
  /** Fills the disk completely. */
  fill(): Promise<void>;
  /** Frees the space. */
  free(): Promise<void>;
  /** Unmounts the disk. The folder is empty afterwards. */
  remove(): Promise<void>;
}

/** Moves an unused folder to a disk (tmpfs) of this size. Requires root. */
export async function moveToSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const moved = `${folder}.moved`;
  await rename(folder, moved);
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  await run('cp', ['-a', `${moved}/.`, folder]);
  await rm(moved, { recursive: true });
  const ballast = join(folder, 'ballast');
  return {
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast),
    remove: async () => {
      await run('umount', [folder]);
    },
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    // Fills the last pages one by one.
    for (const bytes of [CHUNK.length, 4096]) {
      while (await hasRoomFor(() => file.write(CHUNK, 0, bytes)));
    }
  } finally {
    await file.close();
  }
}

async function hasRoomFor(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
