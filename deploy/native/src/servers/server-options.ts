import { readFile } from 'node:fs/promises';

import { type Account, parsePasswd } from '@output-review/embedded-postgres';

import { DataFolder } from '../daemons/data-folder.ts';
import { cacheFolder, type InstallContext } from '../install/install-once.ts';
import type { Authority } from './authority.ts';

/** The options of every server. */
export interface ServerOptions {
  /** The folder of a group of servers, with their data, logs, ports and passwords. Created if missing. */
  readonly dataDir: string;
  /** Where programs are installed. Defaults to OUTPUT_REVIEW_CACHE, or `~/.cache/output-review`. */
  readonly cacheDir?: string | undefined;
  /** Aborts a start or an installation in progress. */
  readonly signal?: AbortSignal | undefined;
  /** If set, a server accepts only TLS connections and every client has an account. */
  readonly authority?: Authority | undefined;
  /** Receives messages about steps that take a while. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface ServerContext {
  readonly folder: DataFolder;
  readonly install: InstallContext;
}

export async function openContext(options: ServerOptions): Promise<ServerContext> {
  if (process.platform !== 'linux') throw new Error('The servers can be started only on Linux.');
  const { dataDir, cacheDir = cacheFolder(process.env), signal, onProgress } = options;
  return { folder: await DataFolder.open(dataDir), install: { cacheDir, signal, onProgress } };
}

/**
 * The account for a server that root starts, created by its package. Undefined if not root: the server then runs as the
 * current account.
 */
export async function accountNamed(name: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = parsePasswd(await readFile('/etc/passwd', 'utf8')).get(name);
  if (account === undefined) throw new Error(`This system has no user \`${name}\``);
  return account;
}
