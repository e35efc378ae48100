import { context } from '@opentelemetry/api';
import { ModuleMocker } from 'jest-mock';

// Globals that jest and its runtime replace for each file.
const { console } = globalThis;
const { exit, getBuiltinModule } = process;
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
// Set by the harness of the journeys.
const STOP_SHARED = Symbol.for('stop what journeys share');

/** A test environment without a vm: tests run in the real process, which is restored after each file. */
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
    // Modules keep a reference to the console, and outlive the file that jest created a console for.
    globalThis.console = console;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    Object.assign(process, { exit, getBuiltinModule });
    delete globalThis[TEST_TIMEOUT];
    // The context manager of tracing slows down every promise of the process.
    context.disable();
  }

  /** There is no vm context, so nothing is evaluated in one. */
  getVmContext() {
    return null;
  }
}
