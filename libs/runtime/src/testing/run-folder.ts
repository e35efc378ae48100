import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A run makes and drops databases of a thousand small files each: a third of a second on some disks, 30 ms here.
const MEMORY = '/dev/shm';
/** In bytes; a run takes a quarter of it. */
const ROOM = 8 * 1024 ** 3;
const NAME = 'output-review-run-';

/** Makes the folder of this run; in memory where there is room. */
export async function makeRunFolder(): Promise<string> {
  const isInMemory = await hasRoom(MEMORY);
  if (isInMemory) await removeAbandoned(MEMORY);
  const folder = await mkdtemp(join(isInMemory ? MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  // PostgreSQL, which may run as another user, looks for its data in here.
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

/** What runs left that were killed: unlike a disk, memory is short. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
