import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { installOnce } from '../src/install/install-once.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let cache: string;
let folder: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'output-review-install-'));
  folder = join(cache, 'program-1.0');
});

afterEach(() => rm(cache, { recursive: true }));

const whole = (draft: string): Promise<void> => writeFile(join(draft, 'program'), 'whole');
const never = (): Promise<void> => Promise.reject(new Error('It was installed before.'));
const installed = (): Promise<string> => readFile(join(folder, 'program'), 'utf8');

test('does not install again', async () => {
  await installOnce(folder, whole);

  await expect(installOnce(folder, never)).resolves.toBe(folder);
  expect(await installed()).toBe('whole');
});

test('a failed download leaves nothing behind, and the next attempt starts over', async () => {
  const half = async (draft: string): Promise<void> => {
    await writeFile(join(draft, 'program'), 'half');
    throw new Error('The connection broke.');
  };

  await expect(installOnce(folder, half)).rejects.toThrow('The connection broke.');
  expect(await readdir(cache)).toEqual([]);

  await installOnce(folder, whole);
  expect(await installed()).toBe('whole');
});

test('a killed download is never used, and is removed', async () => {
  const installing = spawn(
    process.execPath,
    [
      ...['--import', join(ROOT, 'test-runner/run-source.js')],
      ...['--conditions=@output-review/source', join(ROOT, 'deploy/native/test/install-half.ts')],
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(installing.stdout, 'data');
  installing.kill('SIGKILL');
  await once(installing, 'close');
  expect(await readdir(cache)).toEqual([expect.stringMatching(/^program-1\.0\.part\./)]);

  await installOnce(folder, whole);

  expect(await installed()).toBe('whole');
  expect(await readdir(cache)).toEqual(['program-1.0']);
});

test('concurrent installations do not interfere', async () => {
  const folders = await Promise.all([installOnce(folder, whole), installOnce(folder, whole)]);

  expect(folders).toEqual([folder, folder]);
  expect(await readdir(cache)).toEqual(['program-1.0']);
});
