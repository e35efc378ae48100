import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { InstallContext } from './install-context.ts';
import { installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';

// The oldest that all our programs accept; a program that wants a newer one makes Go fetch it.
const VERSION = '1.25.0';

/**
 * Fetches a newer Go by an old one: toolchains are modules of the module proxy, and an old Go
 * checks them against the public log as it does every module. It only does not know that a
 * toolchain is to be made ready to run afterwards, as a newer one does.
 *
 * @returns the path of the newer `go`
 */
export async function bootstrapGo(oldGo: string, context: InstallContext): Promise<string> {
  const folder = await installOnce(join(context.cacheDir, `go-${VERSION}`), async (draft) => {
    context.onProgress?.(`downloading Go ${VERSION}`);
    const cache = join(draft, 'cache');
    const env = { GOMODCACHE: cache, GOFLAGS: '-modcacherw', GO111MODULE: 'on' };
    const module = `golang.org/toolchain@v0.0.1-go${VERSION}.linux-${architecture()}`;
    const { signal } = context;
    await runProgram(oldGo, ['mod', 'download', module], { cwd: draft, env, signal });

    const toolchain = join(draft, 'go');
    await rename(join(cache, module), toolchain);
    await rm(cache, { recursive: true });
    await makeReady(toolchain);
  });
  return join(folder, 'go', 'bin', 'go');
}

/** A module carries no execute bits, and no `go.mod` but its own: theirs are named `_go.mod`. */
async function makeReady(toolchain: string): Promise<void> {
  for (const entry of await readdir(toolchain, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const folder = entry.parentPath.slice(toolchain.length);
    if (folder === '/bin' || folder.startsWith('/pkg/tool/')) await chmod(path, 0o755);
    if (entry.name === '_go.mod') await rename(path, join(entry.parentPath, 'go.mod'));
  }
}

function architecture(): string {
  const name = ARCHITECTURES.get(process.arch);
  if (name !== undefined) return name;
  throw new Error(`No Go is known for ${process.arch}: install Go ${VERSION} or newer.`);
}

/** Go's names for what Node runs on. */
const ARCHITECTURES: ReadonlyMap<string, string> = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);
