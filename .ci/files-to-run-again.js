// Prints the test files of a JSON result of jest that failed beside others, where there are so few of them
// that each may be a test that is not steady, a line each; nothing where the fault is wider.
import { existsSync, readFileSync } from 'node:fs';

const FILES_MAX = 3;

const [file] = process.argv.slice(2);
const { testResults = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const failed = testResults.filter(({ status }) => status !== 'passed');
if (failed.length <= FILES_MAX) for (const { name } of failed) console.log(name);
