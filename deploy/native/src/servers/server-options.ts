import { readFile } from 'node:fs/promises';

import { type Account, parsePasswd } from '@output-review/embedded-postgres';

import { DataFolder } from '../daemons/data-folder.ts';
import { cacheFolder, type InstallContext } from '../install/install-once.ts';
import type { Authority } from './authority.ts';

/** What every server is started with. */
export interface ServerOptions {
  /** The folder of a group of servers: their data, logs, ports and passwords. Made where it is missing. */
  readonly dataDir: string;
  /** Where programs are installed; absent: OUTPUT_REVIEW_CACHE, or `~/.cache/output-review`. */
  readonly cacheDir?: string | undefined;
  /** Ends a start or an installation that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** With one, a server speaks TLS and nothing else, and everybody who calls it has an account. */
  readonly authority?: Authority | undefined;
  /** Is told of what takes more than a moment. */
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
 * The account of a server that root starts: the one that its package made. Undefined where we are
 * not root, and it runs as ourselves.
 */
export async function accountNamed(name: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = parsePasswd(await readFile('/etc/passwd', 'utf8')).get(name);
  if (account === undefined) throw new Error(`This system has no user \`${name}\``);
  return account;
}
