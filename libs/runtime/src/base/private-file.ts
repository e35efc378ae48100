import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the text of a file, or undefined if the file does not exist. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ignoreMissing);
}

/**
 * Writes a file that only its owner can read, atomically: after a kill or a power cut it has the old text, or does not
 * exist, but is never half written.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * Makes creations, renames and removals in a folder survive a power cut. Does nothing on Windows, which does not
 * support it.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
