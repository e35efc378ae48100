import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder, installOnce, runProgram } from '@output-review/native/install';

import { startEmbeddedSystem } from '../harness/system.ts';

const here = (file: string): string => join(import.meta.dirname, file);

/** Python with the official client, out of the cache. */
async function ensurePython(): Promise<string> {
  const requirements = here('requirements.txt');
  const version = await runProgram('python3', ['--version']);
  const hash = createHash('sha256')
    .update(version)
    .update(await readFile(requirements));
  const name = `mcp-python-${hash.digest('hex').slice(0, 12)}`;
  const folder = await installOnce(join(cacheFolder(process.env), name), async (draft) => {
    await runProgram('python3', ['-m', 'venv', draft]);
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps'];
    const pip = ['-m', 'pip', 'install', ...options, '-r', requirements];
    await runProgram(join(draft, 'bin/python'), pip);
  });
  return join(folder, 'bin/python');
}

const python = await ensurePython();
const system = await startEmbeddedSystem();
try {
  const env = { OUTPUT_REVIEW_URL: system.url, OUTPUT_REVIEW_TOKEN: system.token };
  process.stdout.write(await runProgram(python, [here('agent.py')], { env }));
} finally {
  await system.stop();
}
