// Replaces `@jest/globals` in every module of a worker. Each test file has its own globals; live bindings give
// importers the current ones.
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test;

/** Binds the names to the globals of the test file that is about to run. */
export function bindGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals);
}
