import { existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { cacheFolder, type InstallContext } from './install-once.ts';
import { runProgram } from './run-program.ts';

/** The path of a program, from PATH or else from the given folders. Undefined if it is not found. */
export async function findProgram(
  name: string,
  folders: readonly string[] = [],
): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const folder of [...onPath, ...folders]) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

export interface Missing {
  /** What is missing, for people: `PostgreSQL 15 or newer`. */
  readonly what: string;
  readonly packages: readonly string[];
}

/**
 * Installs system packages, which requires root.
 *
 * @throws Error with what is missing and how to install it, if not root
 */
export async function installAptPackages(
  { what, packages }: Missing,
  { signal, onProgress }: InstallContext,
): Promise<void> {
  const aptGet = await findProgram('apt-get');
  if (process.getuid?.() !== 0 || aptGet === undefined) throw missing({ what, packages });

  onProgress?.(`installing ${packages.join(', ')} with apt`);
  // Waits for another running apt.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const run = { env: { DEBIAN_FRONTEND: 'noninteractive' }, signal };
  await runProgram(aptGet, [...options, 'update'], run);
  await runProgram(
    aptGet,
    [...options, 'install', '-y', '--no-install-recommends', ...packages],
    run,
  );
}

/** The error for a person who has to install it. */
function missing({ what, packages }: Missing): Error {
  return new Error(
    `${what} is missing, and only root can install it. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`,
  );
}

/** The path of a program, whose packages are installed by apt if it is missing. */
export async function ensureProgram(
  name: string,
  { folders = [], ...missing }: Missing & { readonly folders?: readonly string[] },
  context: InstallContext,
): Promise<string> {
  const found = await findProgram(name, folders);
  if (found !== undefined) return found;
  await installAptPackages(missing, context);
  const installed = await findProgram(name, folders);
  if (installed !== undefined) return installed;
  throw new Error(`apt installed ${missing.what}, but \`${name}\` is not in PATH`);
}

/** The path of the Redis server. */
export function ensureRedis(context: InstallContext): Promise<string> {
  return ensureProgram('redis-server', { what: 'Redis', packages: ['redis-server'] }, context);
}

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

// The version in Debian 12, and the oldest that the stack is tested with.
const POSTGRES_MIN = 15;
// Debian keeps the server programs off PATH, in one folder per version.
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The newest PostgreSQL of this system, installed by apt if there is none. */
export async function ensurePostgres(context: InstallContext): Promise<PostgresPrograms> {
  const found = await findPostgres();
  if (found !== undefined) return found;
  const what = `PostgreSQL ${POSTGRES_MIN} or newer`;
  await installAptPackages({ what, packages: ['postgresql'] }, context);
  const installed = await findPostgres();
  if (installed === undefined)
    throw new Error(`${what} is required, but this system has an older version.`);
  return installed;
}

async function findPostgres(): Promise<PostgresPrograms | undefined> {
  const versions = (await readdir(DEBIAN_FOLDER).catch(() => [])).map(Number);
  for (const version of versions.filter((it) => it >= POSTGRES_MIN).sort((a, b) => b - a)) {
    const folder = join(DEBIAN_FOLDER, String(version), 'bin');
    const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    // A folder may contain only client programs.
    const areThere = await Promise.all(Object.values(programs).map(isExecutable));
    if (areThere.every(Boolean)) return programs;
  }
  return undefined;
}

/**
 * The library that, when preloaded, gives a process its own clock, set by the variable FAKETIME. Installed by apt if it
 * is missing.
 */
export async function findFaketime(
  context: InstallContext = { cacheDir: cacheFolder(process.env) },
): Promise<string> {
  await ensureProgram('faketime', { what: 'libfaketime', packages: ['faketime'] }, context);
  // Debian has one folder per architecture.
  for (const folder of await readdir('/usr/lib')) {
    const library = join('/usr/lib', folder, 'faketime/libfaketime.so.1');
    if (existsSync(library)) return library;
  }
  throw new Error('apt installed faketime, but libfaketime.so.1 is not in /usr/lib');
}
