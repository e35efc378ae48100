import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { identityOf } from '@output-review/embedded-postgres';

/**
 * Fills a folder once. `install` works in a draft beside it, which is renamed to the folder only when it is complete. A
 * draft left by a kill or a failed download is never used, and the next attempt removes it. Concurrent installations do
 * not interfere. The second one finds the folder of the first.
 *
 * @returns the folder
 */
export async function installOnce(
  folder: string,
  install: (draft: string) => Promise<void>,
): Promise<string> {
  if (existsSync(folder)) return folder;

  await mkdir(dirname(folder), { recursive: true });
  await removeAbandonedDrafts(folder);
  const draft = await draftNameOf(folder);
  await mkdir(draft);
  try {
    await install(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A rename cannot replace a non-empty folder, so another process was faster.
    if (existsSync(folder)) return folder;
    throw error;
  }
  return folder;
}

const PART = '.part.';

/** The name identifies the owner: a PID, the start time of that process, and a random suffix. */
async function draftNameOf(folder: string): Promise<string> {
  const owner = `${process.pid}.${(await identityOf(process.pid)) ?? 'unknown'}`;
  return `${folder}${PART}${owner}.${randomBytes(4).toString('hex')}`;
}

/** Keeps drafts of live processes, which are still being filled. */
async function removeAbandonedDrafts(folder: string): Promise<void> {
  const prefix = `${basename(folder)}${PART}`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const [pid, identity] = name.slice(prefix.length).split('.');
    if ((await identityOf(Number(pid))) === identity) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** The parameters of every installation. */
export interface InstallContext {
  /** Where installed programs are cached. */
  readonly cacheDir: string;
  /** Aborts the installation. Incomplete results are never used. */
  readonly signal?: AbortSignal | undefined;
  /** Receives messages about steps that take a while. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Where installed programs are cached by version: OUTPUT_REVIEW_CACHE, or `~/.cache/output-review`. It only saves time,
 * and may be removed whenever nothing runs from it.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['OUTPUT_REVIEW_CACHE'] || join(homedir(), '.cache', 'output-review'));
}
