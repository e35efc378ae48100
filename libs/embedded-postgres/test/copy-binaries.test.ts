import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { copyBinaries } from '../src/binaries.ts';

let root: string;
let installed: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'output-review-test-'));
  installed = join(root, 'package', 'native');
  await mkdir(join(installed, 'bin'), { recursive: true });
  await mkdir(join(installed, 'lib'));
  await writeFile(join(root, 'package', 'package.json'), '{"version": "18.4.0"}');
  await writeFile(join(installed, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o700 });
  await writeFile(join(installed, 'lib', 'libpq.so.5'), 'code', { mode: 0o600 });
  await symlink('libpq.so.5', join(installed, 'lib', 'libpq.so'));
  await mkdir(join(root, 'one'));
  await mkdir(join(root, 'two'));
});
afterEach(() => rm(root, { recursive: true }));

async function firstCopy(): Promise<string> {
  for await (const copy of copyBinaries(installed, [join(root, 'one'), join(root, 'two')])) {
    return copy;
  }
  throw new Error('No copy could be made');
}

test('every user can read and run a copy, even if npm installed with a strict umask', async () => {
  const copy = await firstCopy();

  const modeOf = async (path: string) => (await stat(join(copy, path))).mode & 0o777;
  expect(await modeOf('.')).toBe(0o755);
  expect(await modeOf('bin/postgres')).toBe(0o755);
  expect(await modeOf('lib/libpq.so.5')).toBe(0o644);
  expect(await readlink(join(copy, 'lib/libpq.so'))).toBe('libpq.so.5');
});

test('creates a copy once', async () => {
  const { ino } = await stat(await firstCopy());

  expect((await stat(await firstCopy())).ino).toBe(ino);
});

test.each([
  ['lost a file', (file: string) => rm(file)],
  ['lost a part of a file', (file: string) => writeFile(file, 'co')],
])('recreates a copy that %s', async (_, lose) => {
  const copy = await firstCopy();
  await lose(join(copy, 'lib', 'libpq.so.5'));

  expect(await firstCopy()).toBe(copy);

  expect(await readFile(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('code');
});

test('skips a folder that others can write to and uses the next one', async () => {
  const copy = await firstCopy();
  await chmod(copy, 0o777);

  expect(await firstCopy()).toBe(copy.replace(join(root, 'one'), join(root, 'two')));
});
