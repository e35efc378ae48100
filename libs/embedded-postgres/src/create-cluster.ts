import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { codeOf } from './error-code.ts';
import { PASSWORD_ITERATIONS } from './server-settings.ts';

export interface ClusterFolder {
  /** Working folder to start PostgreSQL's programs in. */
  readonly cwd: string;
  /** The path to pass as `-D`. */
  readonly argument: string;
}

/**
 * How to pass a folder to PostgreSQL's programs. The account that root runs them as often cannot traverse the parent
 * folders, such as /root or a private temporary folder. On Linux it does not have to: root changes into the folder
 * before it drops to the account, and /proc/self/cwd points there without the path.
 */
export function showFolder(dir: string, account: Account | undefined): ClusterFolder {
  const isReachedByCwd = process.platform === 'linux' && account !== undefined;
  return { cwd: dir, argument: isReachedByCwd ? '/proc/self/cwd' : dir };
}

export interface NewCluster {
  readonly clusterDir: string;
  readonly superuser: string;
  /** File with the superuser's password. */
  readonly passwordFile: string;
  readonly isDurable: boolean;
}

export interface Programs {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

const STAGING = 'making-cluster-';

/**
 * Creates the files of a new, empty server. They are renamed into place only when complete, so that a kill at any time
 * leaves either a whole cluster or none.
 */
export async function createCluster(cluster: NewCluster, programs: Programs): Promise<void> {
  const home = join(cluster.clusterDir, '..');
  const staging = await mkdtemp(join(home, STAGING));
  try {
    await initialise(staging, cluster, programs);
    await rename(join(staging, 'cluster'), cluster.clusterDir);
    if (cluster.isDurable) await syncFolder(home);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Deletes what a killed creation left in the folder of the server. */
export async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(STAGING)) continue;
    // An initdb that outlived its parent may still be writing.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function initialise(staging: string, cluster: NewCluster, programs: Programs): Promise<void> {
  // pg_trgm asks the C library which characters are letters, and the plain C locale knows only ASCII. Not every system
  // has the Unicode one.
  const failures: string[] = [];
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const target = join(staging, 'cluster');
    await mkdir(target, { mode: 0o700 });
    if (programs.account) await chown(target, programs.account.uid, programs.account.gid);

    const failure = await runInitdb(target, ctype, { cluster, programs });
    if (failure === undefined) return;
    failures.push(failure);
    await rm(target, { recursive: true, force: true });
    if (!failure.includes('invalid locale')) break;
  }
  throw new Error(`initdb failed: ${failures.join('\n')}`);
}

async function runInitdb(
  target: string,
  ctype: string,
  { cluster, programs }: { cluster: NewCluster; programs: Programs },
): Promise<string | undefined> {
  const { binaries, account } = programs;
  const folder = showFolder(target, account);
  // The password is passed as an open file. initdb reopens its standard input, which fails for a pipe from Node, and
  // the account may not be able to read the file by name.
  const password = await openPassword(target, cluster.passwordFile, account);
  try {
    const initdb = spawn(
      binaries.initdb,
      [
        ...['-D', folder.argument, '-U', cluster.superuser, '--pwfile=/dev/stdin'],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`],
        // Ordered by code point like C, but with the letters and cases of Unicode.
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
        ...['-c', `scram_iterations=${PASSWORD_ITERATIONS}`],
        ...(cluster.isDurable ? [] : ['--no-sync']),
      ],
      { cwd: folder.cwd, detached: true, stdio: [password.fd, 'ignore', 'pipe'], ...account },
    );
    const said = initdb.stderr === null ? '' : text(initdb.stderr);
    await once(initdb, 'exit');
    const code = initdb.exitCode;
    return code === 0 ? undefined : (await said).trim() || `exit code ${String(code)}`;
  } finally {
    await password.close();
  }
}

async function openPassword(target: string, passwordFile: string, account: Account | undefined) {
  const copy = `${target}.password`;
  const written = await open(copy, 'w', 0o600);
  try {
    const original = await open(passwordFile, 'r');
    await written.writeFile(await original.readFile());
    await original.close();
    if (account) await written.chown(account.uid, account.gid);
  } finally {
    await written.close();
  }
  return open(copy, 'r');
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the password from the file, or creates one. The file is written atomically. */
export async function keepPassword(file: string): Promise<string> {
  const known = await readPassword(file);
  if (known !== undefined) return known;

  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(24).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(draft, file);
  await rm(draft);
  return keepPassword(file);
}

async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
