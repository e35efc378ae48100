import { cacheFolder } from '../install/cache-folder.ts';
import type { InstallContext } from '../install/install-context.ts';
import { DataFolder } from '../daemons/data-folder.ts';

/** What every server is started with. */
export interface ServerOptions {
  /** The folder of a group of servers: their data, logs, ports and passwords. Made where it is missing. */
  readonly dataDir: string;
  /** Where programs are installed; absent: OUTPUT_REVIEW_CACHE, or `~/.cache/output-review`. */
  readonly cacheDir?: string | undefined;
  /** Ends a start or an installation that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Is told of what takes more than a moment. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface ServerContext {
  readonly folder: DataFolder;
  readonly install: InstallContext;
}

export async function openContext(options: ServerOptions): Promise<ServerContext> {
  if (process.platform !== 'linux') throw new Error('The real servers are started on Linux only.');
  const { dataDir, cacheDir = cacheFolder(process.env), signal, onProgress } = options;
  return { folder: await DataFolder.open(dataDir), install: { cacheDir, signal, onProgress } };
}
