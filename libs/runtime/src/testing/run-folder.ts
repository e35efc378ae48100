import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A run creates and drops databases of a thousand small files each, which takes a third of a second on some disks and
// 30 ms in memory.
const MEMORY = '/dev/shm';
/** In bytes. A run needs a quarter of it. */
const ROOM = 8 * 1024 ** 3;
const NAME = 'output-review-run-';

/** Creates the folder of this run, in memory if there is enough room. */
export async function makeRunFolder(): Promise<string> {
  const isInMemory = await hasRoom(MEMORY);
  if (isInMemory) await removeAbandoned(MEMORY);
  const folder = await mkdtemp(join(isInMemory ? MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  // PostgreSQL may run as another user and must reach its data in this folder.
  await chmod(folder, 0o711);
  return folder;
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
  } catch {
    return false;
  }
}

/** Removes the folders of killed runs, because memory is scarce. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
