import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { identityOf } from '@output-review/embedded-postgres';

/**
 * Fills a folder once and for all. `install` works in a draft beside it, which gets the folder's
 * name only when everything is in it: what a kill or a broken download leaves is never used, and
 * goes at the next attempt. Two that install at the same time do not meet; the second finds the
 * first one's.
 *
 * @returns the folder
 */
export async function installOnce(
  folder: string,
  install: (draft: string) => Promise<void>,
): Promise<string> {
  if (await isThere(folder)) return folder;

  await mkdir(dirname(folder), { recursive: true });
  await removeAbandonedDrafts(folder);
  const draft = await draftNameOf(folder);
  await mkdir(draft);
  try {
    await install(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A folder with something in it cannot be renamed over: somebody else was faster.
    if (await isThere(folder)) return folder;
    throw error;
  }
  return folder;
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );

const PART = '.part.';

/** Its name tells who fills it: a pid, when that process started, and something of its own. */
async function draftNameOf(folder: string): Promise<string> {
  const owner = `${process.pid}.${(await identityOf(process.pid)) ?? 'unknown'}`;
  return `${folder}${PART}${owner}.${randomBytes(4).toString('hex')}`;
}

/** Those of processes that live are being filled at this moment. */
async function removeAbandonedDrafts(folder: string): Promise<void> {
  const prefix = `${basename(folder)}${PART}`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const [pid, identity] = name.slice(prefix.length).split('.');
    if ((await identityOf(Number(pid))) === identity) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** What every installation is told. */
export interface InstallContext {
  /** Where installed programs are kept. */
  readonly cacheDir: string;
  /** Ends the installation; nothing half done is ever used. */
  readonly signal?: AbortSignal | undefined;
  /** Is told of what takes more than a moment. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Where installed programs are kept, each under its version: OUTPUT_REVIEW_CACHE, or
 * `~/.cache/output-review`. It only saves time and may be removed whenever nothing runs from it.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['OUTPUT_REVIEW_CACHE'] || join(homedir(), '.cache', 'output-review'));
}
