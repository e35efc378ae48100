import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { FOLDER, keptPath, OPTIONS } from './kept-source.js';

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

// Each process that a test starts needs some 600 sources. What was made of one is kept, so that most
// processes need not even load the compiler.
async function takeTypesOff(filename, text) {
  const kept = keptPath(filename, text);
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(text, { ...OPTIONS, filename, sourceFileName: filename });
  // Who finds the code finds its map.
  await keep(`${kept}.map`, map);
  await keep(kept, code);
  return code;
}

/** Renamed into its place: other processes read it at the same time, whole or not at all. */
async function keep(path, text) {
  const fresh = `${path}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fresh, text);
  await rename(fresh, path);
}
