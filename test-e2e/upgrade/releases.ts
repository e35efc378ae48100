import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cacheFolder, installOnce, runProgram } from '@output-review/native/install';

/** This repository, which is what is upgraded to. */
export const HEAD = fileURLToPath(new URL('../..', import.meta.url));

/** The commits of the releases that can be upgraded from, by their names; the latest is the last. */
const COMMITS = JSON.parse(
  readFileSync(join(HEAD, 'deploy/release-before.json'), 'utf8'),
) as Readonly<Record<string, string>>;

/** Their names. */
export const RELEASES = Object.keys(COMMITS);
export const LATEST = RELEASES.at(-1) ?? '';

/**
 * Installs and builds a release from its commit, with its own dependencies; once and for all.
 *
 * @returns the folder that it is in
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
    // Node's options are those of the tests, by which it would take our sources.
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
