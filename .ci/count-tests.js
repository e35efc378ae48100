import { readFileSync } from 'node:fs';

/** Counts the tests in the JSON report of a jest, Playwright or pytest run. */
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

// A suite that failed to load, or failed outside its tests, has no failed test, so it counts as one failure. A skipped
// test counts as failed.
function failedIn({ status, assertionResults: tests }) {
  const failed = tests.length - passedIn({ assertionResults: tests });
  return failed === 0 && status !== 'passed' ? 1 : failed;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
