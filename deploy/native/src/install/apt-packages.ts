import { findProgram } from './find-program.ts';
import type { InstallContext } from './install-context.ts';
import { runProgram } from './run-program.ts';

export interface Missing {
  /** What is missing, for a person: `PostgreSQL 15 or newer`. */
  readonly what: string;
  readonly packages: readonly string[];
}

/**
 * Installs packages of the system, which only root can.
 *
 * @throws Error that says what is missing and how to get it, where we may not
 */
export async function installAptPackages(
  { what, packages }: Missing,
  { signal, onProgress }: InstallContext,
): Promise<void> {
  const aptGet = await findProgram('apt-get');
  if (process.getuid?.() !== 0 || aptGet === undefined) throw missing({ what, packages });

  onProgress?.(`installing ${packages.join(', ')} by apt`);
  // Another apt may be at work; it is waited for.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const run = { env: { DEBIAN_FRONTEND: 'noninteractive' }, signal };
  await runProgram(aptGet, [...options, 'update'], run);
  await runProgram(
    aptGet,
    [...options, 'install', '-y', '--no-install-recommends', ...packages],
    run,
  );
}

/** The sentence for somebody who has to install it. */
function missing({ what, packages }: Missing): Error {
  return new Error(
    `${what} is missing, and only root can install it. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`,
  );
}
