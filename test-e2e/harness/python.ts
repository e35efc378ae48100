import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder, installOnce, runProgram } from '@output-review/native/install';

/**
 * Creates a virtual environment with the packages of a `requirements.txt`. It is cached until the Python version or the
 * file changes.
 *
 * @returns the path of its Python
 */
export async function ensurePython(name: string, requirements: string): Promise<string> {
  const version = await runProgram('python3', ['--version']);
  const hash = createHash('sha256')
    .update(version)
    .update(await readFile(requirements));
  const kept = join(cacheFolder(process.env), `${name}-${hash.digest('hex').slice(0, 12)}`);
  const folder = await installOnce(kept, async (draft) => {
    await runProgram('python3', ['-m', 'venv', draft]);
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps'];
    const pip = ['-m', 'pip', 'install', ...options, '-r', requirements];
    await runProgram(join(draft, 'bin/python'), pip);
  });
  return join(folder, 'bin/python');
}
