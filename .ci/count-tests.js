// Prints "passed failed" from the JSON result of jest or of Playwright; "0 0" when there is none. A second
// result is of files that were run once more: it stands for what the first says of them.
import { existsSync, readFileSync } from 'node:fs';

const [result, again = {}] = process.argv.slice(2).map(read);
const anew = again.testResults ?? [];
const isAnew = new Set(anew.map(({ name }) => name));
const suites = [...(result.testResults ?? []).filter(({ name }) => !isAnew.has(name)), ...anew];
const { stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {}, errors = [] } =
  result;
// In a browser one that passed at a second try did not pass.
const failedInBrowser = unexpected + flaky + skipped + errors.length;
console.log(
  `${sum(suites.map(passedIn)) + expected} ${sum(suites.map(failedIn)) + failedInBrowser}`,
);

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
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
