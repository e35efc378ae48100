// Prints the tests of a JSON result of Playwright that passed at their second try only, a line each.
import { existsSync, readFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
const { suites = [] } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
for (const title of suites.flatMap(unsteadyIn)) console.log(title);

function unsteadyIn({ file, suites: inner = [], specs = [] }) {
  const unsteady = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...unsteady.map(({ title }) => `${file}: ${title}`), ...inner.flatMap(unsteadyIn)];
}
