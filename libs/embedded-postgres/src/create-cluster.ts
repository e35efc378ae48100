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
  /** What they are told for `-D`. */
  readonly argument: string;
}

/**
 * How PostgreSQL's programs are shown a folder. The account that root runs them as often may not
 * pass through the parents, as under /root or in a private temporary folder. On Linux it need not:
 * root goes there before it changes the user, and /proc/self/cwd leads back without the way.
 */
export function showFolder(dir: string, account: Account | undefined): ClusterFolder {
  const isReachedByCwd = process.platform === 'linux' && account !== undefined;
  return { cwd: dir, argument: isReachedByCwd ? '/proc/self/cwd' : dir };
}

export interface NewCluster {
  readonly clusterDir: string;
  readonly superuser: string;
  /** File that holds the superuser's password. */
  readonly passwordFile: string;
  readonly isDurable: boolean;
}

export interface Programs {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

const STAGING = 'making-cluster-';

/**
 * Makes the files of a new, empty server. They appear under their name only when they are complete,
 * so a kill at any instant leaves either a whole cluster or none.
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

/** Clears away what a creation that was killed left in the folder of the server. */
export async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(STAGING)) continue;
    // An initdb that outlived its parent may still be writing.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function initialise(staging: string, cluster: NewCluster, programs: Programs): Promise<void> {
  // pg_trgm asks the C library what a letter is, and its plain C locale knows only ASCII; not every
  // system has the Unicode one.
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
  // The password comes as an open file: initdb reopens its standard input, which a pipe of Node's
  // would not let it, and the account may not read the file by its name.
  const password = await openPassword(target, cluster.passwordFile, account);
  try {
    const initdb = spawn(
      binaries.initdb,
      [
        ...['-D', folder.argument, '-U', cluster.superuser, '--pwfile=/dev/stdin'],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`],
        // Ordered by code point like C, but with the letters and cases of all of Unicode.
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

/** Makes a rename outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The password in the file; a new one when there is none. It is whole or absent, never half. */
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
