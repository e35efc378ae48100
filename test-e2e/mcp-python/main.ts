import { join } from 'node:path';

import { runProgram } from '@output-review/native/install';

import { ensurePython } from '../harness/python.ts';
import { startEmbeddedSystem } from '../harness/system.ts';

const here = (file: string): string => join(import.meta.dirname, file);

const python = await ensurePython('mcp-python', here('requirements.txt'));
const system = await startEmbeddedSystem();
try {
  const env = { OUTPUT_REVIEW_URL: system.url, OUTPUT_REVIEW_TOKEN: system.token };
  process.stdout.write(await runProgram(python, [here('agent.py')], { env }));
} finally {
  await system.stop();
}
