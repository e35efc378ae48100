import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { makeDataDir } from '../harness/data-dir.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { type ProcessSystem, startProcessOn } from '../harness/system.ts';

let dir: string;
let dataDir: string;
let running: ProcessSystem | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-patterns-'));
  dataDir = await makeDataDir();
});

afterEach(async () => {
  await running?.stop();
  await rm(dir, { recursive: true });
  await rm(dataDir, { recursive: true });
});

test('starts without a native pattern module built for another Node, and logs how to fix it', async () => {
  const system = await startProcessOn(dataDir, {
    ...{ LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${await breakNativeModule()}` },
  });
  running = system;

  const manager = await system.signIn();
  const project = uniqueName('Patterns');
  const rule = await manager.post('/api/rules', {
    ...{ name: 'No refunds', type: 'regex_forbidden', value: '(?i)refund(s|ed)?' },
  });
  const { answer } = await submit(system.automation, { project, output: 'REFUNDED', sync: true });
  await system.stop();
  const { code, stderr } = await system.process.exited;

  expect(rule.status).toBe(201);
  expect(answer).toMatchObject({ status: 200, body: { verdict: 'fail' } });
  expect(code).toBe(0);
  expect(stderr.match(/npm rebuild re2/g)).toHaveLength(1);
});

/** A module for Node to import first, which resolves `re2` to an unloadable file. */
async function breakNativeModule(): Promise<string> {
  const binary = join(dir, 're2.node');
  const module = join(dir, 're2.cjs');
  const hooks = join(dir, 'hooks.mjs');
  const entry = join(dir, 'register.mjs');
  await writeFile(binary, 'built for another Node');
  await writeFile(module, `module.exports = require(${JSON.stringify(binary)});`);
  const url = JSON.stringify(pathToFileURL(module).href);
  await writeFile(
    hooks,
    `export const resolve = (name, context, next) =>
      name === 're2' ? { url: ${url}, format: 'commonjs', shortCircuit: true } : next(name, context);`,
  );
  await writeFile(
    entry,
    `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`,
  );
  return pathToFileURL(entry).href;
}
