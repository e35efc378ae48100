// Prints "passed failed" from jest's JSON result; "0 0" when jest left none.
import { existsSync, readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numTodoTests = 0,
  numRuntimeErrorTestSuites = 0,
} = result;

// A suite that could not be loaded has no tests to count, so it counts itself. A skipped test
// proves nothing: here it is a failure.
const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
console.log(`${numPassedTests} ${failed}`);
