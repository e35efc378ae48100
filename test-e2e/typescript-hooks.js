import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @type {import('@swc/core').Options} */
const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2023',
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

// Each process that a test starts needs some 600 sources. What was made of one is kept under a hash of all
// that it depends on, so that most processes need not even load the compiler.
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sources/', import.meta.url));
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const MADE_BY = JSON.stringify([version, OPTIONS]);

/**
 * A hook of Node's module loader: takes the types off `.ts` files, like jest's transform. It reads every
 * module in one call, where Node would wait four times: that is a quarter of the start of a process.
 */
export async function load(url, context, nextLoad) {
  const isOurs = url.endsWith('.ts');
  if (!isOurs && (context.format !== 'module' || !url.startsWith('file:'))) {
    return nextLoad(url, context);
  }
  const filename = fileURLToPath(url);
  const text = readFileSync(filename, 'utf8');
  const source = isOurs ? await takeTypesOff(filename, text) : text;
  return { format: 'module', source, shortCircuit: true };
}

async function takeTypesOff(filename, text) {
  const kept = `${FOLDER}${hash('sha256', `${MADE_BY}\n${filename}\n${text}`)}.js`;
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { transform } = await import('@swc/core');
  const { code } = await transform(text, { ...OPTIONS, filename });
  await keep(kept, code);
  return code;
}

/** Renamed into its place: other processes read it at the same time, whole or not at all. */
async function keep(path, code) {
  const fresh = `${path}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fresh, code);
  await rename(fresh, path);
}
