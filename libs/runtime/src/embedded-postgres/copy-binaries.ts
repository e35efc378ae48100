import { chmod, cp, lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { codeOf } from './error-code.ts';
import { version } from './installed-version.ts';

/**
 * Copies of the installed folder in public temporary folders, one after the other until one serves.
 * A copy is made once per version and user, and again when a cleaner of temporary files gnawed at it.
 */
export async function* copyBinaries(
  installed: string,
  parents: Iterable<string> = publicFolders(),
): AsyncGenerator<string> {
  const name = `output-review-postgres-${await version(installed)}-${process.getuid?.() ?? 0}`;
  for (const parent of parents) {
    const copy = join(parent, name);
    try {
      if (!(await isGoodCopy(installed, copy))) await makeCopy(installed, copy);
    } catch {
      continue; // Full, read-only, or the name is taken by somebody else: the next one.
    }
    yield copy;
  }
}

/** More than one, as TMPDIR may be private to this user. */
const publicFolders = (): ReadonlySet<string> => new Set([tmpdir(), '/var/tmp', '/tmp']);

async function makeCopy(installed: string, copy: string): Promise<void> {
  const staging = await mkdtemp(join(dirname(copy), 'output-review-postgres-'));
  try {
    const made = join(staging, 'native');
    await cp(installed, made, { recursive: true, verbatimSymlinks: true });
    await openToAll(made);
    const old = join(staging, 'old');
    await rename(copy, old).catch(ignoreMissing);
    await rename(made, copy);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Under a strict umask npm installs files that only their owner may read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await lstat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

async function isGoodCopy(installed: string, copy: string): Promise<boolean> {
  const root = await lstat(copy).catch(ignoreMissing);
  if (root === undefined) return false;
  // Anybody may make a folder of this name in /tmp: what another user owns or may write is not run.
  if (!root.isDirectory() || root.uid !== process.getuid?.() || (root.mode & 0o022) !== 0) {
    throw new Error(`${copy} is not ours`);
  }
  for (const path of await readdir(installed, { recursive: true })) {
    const there = await lstat(join(copy, path)).catch(ignoreMissing);
    const here = await lstat(join(installed, path));
    if (there === undefined || (here.isFile() && here.size !== there.size)) return false;
  }
  return true;
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
