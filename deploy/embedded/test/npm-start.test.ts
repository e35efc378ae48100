import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, test } from '@jest/globals';

const PROGRAM = `
process.on('SIGTERM', () => process.exit(process.stdout.write('stopped\\n') ? 0 : 1));
setTimeout(() => {}, 20_000);
process.stdout.write('ready\\n');`;

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

// npm signals only the process that it started, and many shells keep the program as a child.
test.each([
  ['start', 'deploy/embedded/dist/main.js'],
  ['stack', 'deploy/native/dist/main.js'],
])('SIGTERM to npm reaches the program of npm run %s', async (name, program) => {
  const root = new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(await readFile(root, 'utf8')) as Manifest;
  const folder = await mkdtemp(join(tmpdir(), 'npm-start-'));
  await mkdir(join(folder, dirname(program)), { recursive: true });
  await writeFile(join(folder, program), PROGRAM);
  const manifest = { scripts: { build: 'true', [name]: scripts[name] } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));

  const npm = spawn('npm', ['run', '--silent', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: npm.stdout });
  // By then all of its output has been read.
  const ended = once(npm, 'close');
  const said: string[] = [];
  lines.on('line', (line) => {
    said.push(line);
    if (line === 'ready') npm.kill('SIGTERM');
  });
  await ended;

  expect(said).toEqual(['ready', 'stopped']);
  await rm(folder, { recursive: true });
});
