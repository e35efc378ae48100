// Lets a plain Node run our TypeScript, for processes that a test kills: `node --import ./typescript.mjs`.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

import { transform } from '@swc/core';

if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    swcrc: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
