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
 * Runs a test file with jest-circus, but lets Node load it. jest would evaluate a thousand modules in a new vm for each
 * file; here the files of one worker share their imports.
 *
 * @type {typeof circus.default}
 */
export default async function runTestFile(...run) {
  const [, , , runtime] = run;
  runtime.requireInternalModule = loadFresh;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = async (path) => {
    bindGlobals(runtime.jestGlobals.cjsGlobals(path));
    await import(pathToFileURL(path).href);
  };
  // jest uses source maps to report the source line of a failed test.
  runtime.getSourceMaps().get = findSourceMap;
  // Handlers of the previous file would report each test of this file again.
  delete globalThis[EVENT_HANDLERS];
  return circus.default(...run);
}

/**
 * Replaces the AsyncLocalStorage of jest-circus, since tests run one after the other. A real one slows down every
 * promise of the process: by the hundredth file it costs a quarter of a worker's time.
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

/** jest-circus keeps its tests, hooks and listeners in module state, so each file gets a fresh copy. */
function loadFresh(path) {
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
