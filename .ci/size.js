// Prints the size of the repository: hand-written TypeScript without tests, by part. docs/architecture.md has the
// totals.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TINY_LINES = 25;
const TEST = /\.test\.tsx?$|^[^/]+\/[^/]+\/test\/|^tools\/test\/|^libs\/runtime\/src\/testing\//;
// Written by `npm run publish-client`.
const GENERATED = new Set([
  'services/dashboard/src/api/schema.d.ts',
  'clients/typescript/src/schema.ts',
]);

const files = execFileSync('git', ['ls-files', 'libs', 'services', 'clients', 'deploy', 'tools'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !TEST.test(path) && !GENERATED.has(path));

const parts = new Map();
for (const path of files) {
  const part = path.startsWith('tools/') ? 'tools' : path.split('/', 2).join('/');
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  for (const name of [part, 'all']) {
    const counted = parts.get(name) ?? { files: 0, lines: 0, tiny: 0 };
    counted.files += 1;
    counted.lines += lines;
    if (lines < TINY_LINES) counted.tiny += 1;
    parts.set(name, counted);
  }
}

const row = (...cells) =>
  console.log(cells.map((cell, at) => (at ? String(cell).padStart(9) : cell.padEnd(26))).join(''));
row('', 'files', 'lines', `< ${TINY_LINES}`);
const all = parts.get('all');
parts.delete('all');
for (const [part, { files, lines, tiny }] of [...parts, ['all', all]])
  row(part, files, lines, tiny);
