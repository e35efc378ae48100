import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

import circus from 'jest-circus/runner';

import { keptPath } from './kept-source.js';
import './run-source.js';
import { bindGlobals } from './globals.js';

register('./resolve-hook.js', import.meta.url);

const require = createRequire(import.meta.url);
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Runs a test file by jest's own jest-circus, but lets Node load it, where jest would evaluate a thousand
 * modules in a new vm for each file. So the files of one worker share what they import.
 *
 * @type {typeof circus.default}
 */
export default async function runTestFile(...run) {
  const [, , , runtime] = run;
  runtime.requireInternalModule = loadAnew;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = async (path) => {
    bindGlobals(runtime.jestGlobals.cjsGlobals(path));
    await import(pathToFileURL(path).href);
  };
  // By it jest tells in which line of the source a test has failed.
  runtime.getSourceMaps().get = findSourceMap;
  // Those of the file before: they would report each test of this one once more.
  delete globalThis[EVENT_HANDLERS];
  return circus.default(...run);
}

/**
 * What jest-circus keeps an AsyncLocalStorage for, while tests run one after the other: a real one costs every
 * promise of the process something, a quarter of a worker's time by the hundredth file.
 */
class SequentialStorage {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, callback) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = outer;
    }
  }
}

/** jest-circus keeps its tests, hooks and listeners in its module: each file gets a fresh one. */
function loadAnew(path) {
  delete require.cache[path];
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = SequentialStorage;
  try {
    return require(path);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

function findSourceMap(url) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return undefined;
  const filename = fileURLToPath(url);
  return `${keptPath(filename, readFileSync(filename, 'utf8'))}.map`;
}
