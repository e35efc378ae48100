import { installAptPackages } from './apt-packages.ts';
import { findProgram } from './find-program.ts';
import { bootstrapGo } from './go-bootstrap.ts';
import type { InstallContext } from './install-context.ts';
import { runProgram } from './run-program.ts';

export interface Go {
  readonly program: string;
  /** What it is to be run with. */
  readonly env: Readonly<Record<string, string>>;
}

// From here on Go fetches by itself the newer toolchain that a module asks for.
const SWITCHES_SINCE = 21;
// Where Go's own installation puts it, which not every PATH has.
const USUAL_FOLDERS = ['/usr/local/go/bin'];

/**
 * A Go that can build our programs; installed by apt where there is none. One that is too old to
 * fetch a newer one by itself (Debian 12 has 1.19) is used to fetch it.
 */
export async function ensureGo(context: InstallContext): Promise<Go> {
  let program = await findProgram('go', USUAL_FOLDERS);
  if (program === undefined) {
    await installAptPackages({ what: 'Go', packages: ['golang-go'] }, context);
    program = await findProgram('go', USUAL_FOLDERS);
  }
  if (program === undefined) throw new Error('apt has installed Go, but PATH has no `go`');

  const minor = await minorOf(program);
  if (minor >= SWITCHES_SINCE) return { program, env: { GOTOOLCHAIN: 'auto' } };
  return { program: await bootstrapGo(program, context), env: { GOTOOLCHAIN: 'auto' } };
}

/** `go version` says `go version go1.26.8 linux/amd64`. */
async function minorOf(program: string): Promise<number> {
  const said = await runProgram(program, ['version'], { env: { GOTOOLCHAIN: 'local' } });
  const minor = /\bgo1\.(\d+)/.exec(said)?.[1];
  if (minor === undefined) throw new Error(`${program} does not tell its version: ${said.trim()}`);
  return Number(minor);
}
