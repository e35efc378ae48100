import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { FOLDER, keptPath, OPTIONS } from './kept-source.js';

/**
 * A load hook for Node's module loader: strips the types from `.ts` files, like jest's transform. It reads each module
 * synchronously; Node would wait four times, a quarter of a process's start time.
 */
export async function load(url, context, nextLoad) {
  const isOurs = url.endsWith('.ts');
  if (!isOurs && (context.format !== 'module' || !url.startsWith('file:'))) {
    return nextLoad(url, context);
  }
  const filename = fileURLToPath(url);
  const text = readFileSync(filename, 'utf8');
  const source = isOurs ? await stripTypes(filename, text) : text;
  return { format: 'module', source, shortCircuit: true };
}

// Each process that a test starts loads some 600 sources. Compiled sources are cached, so most processes do not even
// load the compiler.
async function stripTypes(filename, text) {
  const kept = keptPath(filename, text);
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(text, { ...OPTIONS, filename, sourceFileName: filename });
  // Write the map first: a process that finds the code must find its map.
  await keep(`${kept}.map`, map);
  await keep(kept, code);
  return code;
}

/** Writes atomically by rename, because other processes read the file at the same time. */
async function keep(path, text) {
  const fresh = `${path}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fresh, text);
  await rename(fresh, path);
}
