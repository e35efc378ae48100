import { context } from '@opentelemetry/api';
import { ModuleMocker } from 'jest-mock';

// What jest and its runtime replace for a file.
const { console } = globalThis;
const { exit, getBuiltinModule } = process;
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
// Set by the harness of the journeys.
const STOP_SHARED = Symbol.for('stop what journeys share');

/** The environment of tests that run in no vm: the process as it is, and put back after each file. */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #env = { ...process.env };
  #path;

  constructor(_config, { testPath }) {
    this.#path = testPath;
  }

  async setup() {
    if (!this.#path.includes('/test-e2e/journeys/')) await globalThis[STOP_SHARED]?.();
    // Modules keep the console that they meet, and outlive the file that jest has made one for.
    globalThis.console = console;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    Object.assign(process, { exit, getBuiltinModule });
    delete globalThis[TEST_TIMEOUT];
    // What traces need, each promise of the process pays for.
    context.disable();
  }

  /** There is no context: nothing is evaluated in a vm. */
  getVmContext() {
    return null;
  }
}
