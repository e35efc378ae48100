// Stands for `@jest/globals` in every module of a worker. Each test file has its own: who imports these
// names sees what they are bound to at the time.
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test;

/** Binds the names to those of the test file that runs from now on. */
export function bindGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals);
}
