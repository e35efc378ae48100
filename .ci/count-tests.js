// Prints "passed failed" from the JSON result of jest or of Playwright; "0 0" when there is none.
import { existsSync, readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numTodoTests = 0,
  numRuntimeErrorTestSuites = 0,
  stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {},
  errors = [],
} = result;

// A suite that could not be loaded has no tests to count, so it counts itself. A skipped test
// proves nothing: here it is a failure.
const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
// In a browser too; one that passed at a second try did not pass.
const failedInBrowser = unexpected + flaky + skipped + errors.length;
console.log(`${numPassedTests + expected} ${failed + failedInBrowser}`);
