import { readFileSync } from 'node:fs';

/** What the JSON result of a run of jest, of Playwright or of the tests in Python counts. */
export function countTests(path) {
  const {
    testResults: suites = [],
    stats = {},
    errors = [],
  } = JSON.parse(readFileSync(path, 'utf8'));
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return {
    passed: sum(suites.map(passedIn)) + expected,
    failed: sum(suites.map(failedIn)) + unexpected + flaky + skipped + errors.length,
  };
}

function passedIn({ assertionResults: tests }) {
  return tests.filter(({ status }) => status === 'passed').length;
}

// A suite that could not be loaded, or that failed behind its tests, has none to count, so it counts itself.
// A skipped test proves nothing: here it is a failure.
function failedIn({ status, assertionResults: tests }) {
  const failed = tests.length - passedIn({ assertionResults: tests });
  return failed === 0 && status !== 'passed' ? 1 : failed;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
