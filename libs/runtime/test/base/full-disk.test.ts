import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

const LOADER = fileURLToPath(new URL('../../../../test-runner/run-source.js', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./full-disk-program.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-log-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a loop survives a log on a full disk, and logging resumes when there is space', async () => {
  const file = join(folder, 'service.log');
  await writeFile(file, '');

  const node = ['--import', LOADER, '--conditions=@output-review/source'];
  await promisify(execFile)(process.execPath, [...node, PROGRAM, file]);

  const written = (await readFile(file, 'utf8')).trim().split('\n');
  const lines = written.map((line) => JSON.parse(line) as Line);
  const failed = lines.filter(({ msg }) => msg === 'loop turn failed');
  expect(failed.map(({ err }) => err?.message)).toEqual(['turn 1', 'turn 2', 'turn 3']);
  expect(lines.at(-1)?.msg).toBe('last');
  // The lines kept meanwhile do not exhaust memory.
  expect(lines.length).toBeLessThan(2000);
});

interface Line {
  readonly msg: string;
  readonly err?: { readonly message: string };
}
