import { hash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @type {import('@swc/core').Options} */
const OPTIONS = {
  sourceMaps: 'inline',
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

/** A hook of Node's module loader: takes the types off `.ts` files, like jest's transform. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);

  const filename = fileURLToPath(url);
  const source = await takeTypesOff(filename, await readFile(filename, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

async function takeTypesOff(filename, text) {
  const kept = `${FOLDER}${hash('sha256', `${MADE_BY}\n${filename}\n${text}`)}.js`;
  try {
    return await readFile(kept, 'utf8');
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
