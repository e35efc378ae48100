import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The text of a file, or undefined when there is none. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ignoreMissing);
}

/**
 * Writes a file that only its owner may read. A kill or a power cut leaves the old text, or none,
 * never a half.
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

/** Makes what was created, renamed or removed in a folder outlast a power cut, but on Windows, which refuses to. */
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
