import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that are missing. The topmost one is created by itself, because Node's recursive
 * mkdir never returns where the file system admits no folder, such as in /proc.
 *
 * @param path absolute.
 */
export async function makeFolder(path: string): Promise<void> {
  let missing = path;
  while (!existsSync(dirname(missing))) missing = dirname(missing);
  if (!existsSync(missing)) await mkdir(missing).catch(ignoreExisting);
  await mkdir(path, { recursive: true });
}

/** Another process may have been faster. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
