// Writes durations.json from the result of a run on a machine that did nothing else:
// npm test -- --json --outputFile=.cache/result.json && node test-runner/record-durations.js .cache/result.json
// Keyed by the name of a file alone, so that files keep theirs when they move; what is short is left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const SECONDS_MIN = 2;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const durations = new Map();
for (const { name, startTime, endTime } of testResults) {
  const file = basename(name);
  const seconds = Math.round((endTime - startTime) / 1000);
  if (seconds >= Math.max(SECONDS_MIN, durations.get(file) ?? 0)) durations.set(file, seconds);
}
const longestFirst = [...durations].sort(
  ([a, fewer], [b, more]) => more - fewer || (a < b ? -1 : 1),
);
writeFileSync(
  new URL('durations.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`,
);
