import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cacheFolder, installOnce, runProgram } from '@output-review/native/install';

/** This repository, the target of the upgrade. */
export const HEAD = fileURLToPath(new URL('../..', import.meta.url));

/** The commits of the supported releases by name; the latest is last. */
const COMMITS = JSON.parse(
  readFileSync(join(HEAD, 'deploy/release-before.json'), 'utf8'),
) as Readonly<Record<string, string>>;

/** The names of the supported releases. */
export const RELEASES = Object.keys(COMMITS);
export const LATEST = RELEASES.at(-1) ?? '';

/**
 * Installs and builds a release from its commit with its own dependencies, and caches it.
 *
 * @returns its folder
 */
export async function installRelease(name: string): Promise<string> {
  const commit = COMMITS[name] ?? '';
  const folder = join(cacheFolder(process.env), 'releases', commit);
  return installOnce(folder, async (draft) => {
    await requireCommit(name, commit);
    const archive = join(draft, 'source.tar');
    await runProgram('git', ['archive', `--output=${archive}`, commit], { cwd: HEAD });
    await runProgram('tar', ['-xf', archive, '-C', draft]);
    await rm(archive);
    // Without the Node options of the tests, which would load our sources.
    const options = { cwd: draft, env: { NODE_OPTIONS: '' } };
    await runProgram('npm', ['ci', '--no-audit', '--no-fund'], options);
    await runProgram('npm', ['run', '--silent', 'build'], options);
  });
}

async function requireCommit(name: string, commit: string): Promise<void> {
  try {
    await runProgram('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: HEAD });
  } catch {
    throw new Error(
      `The history of this clone does not have ${name} (commit ${commit}), which the upgrade begins ` +
        'with. It is probably a shallow clone: git fetch --unshallow',
    );
  }
}
