import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type InstallContext, installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';
import { ensureProgram } from './system-programs.ts';

export interface Go {
  readonly program: string;
  /** The environment to run it with. */
  readonly env: Readonly<Record<string, string>>;
}

// From this version on, Go itself downloads the newer toolchain that a module requires.
const SWITCHES_SINCE = 21;
// The default folder of Go's installer, which is not on every PATH.
const USUAL_FOLDERS = ['/usr/local/go/bin'];

/**
 * Returns a Go that can build our programs, installed by apt if there is none. A Go that is too old to download a newer
 * one itself (Debian 12 has 1.19) is used to fetch it.
 */
export async function ensureGo(context: InstallContext): Promise<Go> {
  const missing = { what: 'Go', packages: ['golang-go'], folders: USUAL_FOLDERS };
  const program = await ensureProgram('go', missing, context);
  const minor = await minorOf(program);
  if (minor >= SWITCHES_SINCE) return { program, env: { GOTOOLCHAIN: 'auto' } };
  return { program: await bootstrapGo(program, context), env: { GOTOOLCHAIN: 'auto' } };
}

/** `go version` prints `go version go1.26.8 linux/amd64`. */
async function minorOf(program: string): Promise<number> {
  const output = await runProgram(program, ['version'], { env: { GOTOOLCHAIN: 'local' } });
  const minor = /\bgo1\.(\d+)/.exec(output)?.[1];
  if (minor === undefined)
    throw new Error(`${program} does not report its version: ${output.trim()}`);
  return Number(minor);
}

// The oldest version that all our programs accept. Programs that require a newer one make Go download it.
const VERSION = '1.25.0';

/**
 * Downloads a newer Go with an old one: toolchains are modules of the module proxy, and an old Go verifies them against
 * the public log like any module. Unlike a newer Go, it does not prepare the toolchain for execution.
 *
 * @returns the path of the newer `go`
 */
async function bootstrapGo(oldGo: string, context: InstallContext): Promise<string> {
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

/** Module files lack execute permissions, and nested modules' `go.mod` files are named `_go.mod`. */
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
  throw new Error(`There is no Go download for ${process.arch}. Install Go ${VERSION} or newer.`);
}

/** Go's names for Node's architectures. */
const ARCHITECTURES: ReadonlyMap<string, string> = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);
