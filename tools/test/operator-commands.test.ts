import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

// Built once before the tests, because that may take longer than a test.
const BACKUP = await programPath('deploy/backup/src/main.ts');
const PROGRAMS = {
  'audit:verify': [await programPath('tools/src/audit-verify/main.ts')],
  'dead-letters': [await programPath('tools/src/dead-letters/main.ts')],
  doctor: [await programPath('tools/src/doctor/main.ts')],
  'media:check': [await programPath('tools/src/media-check/main.ts')],
  'reset-password': [await programPath('tools/src/reset-password/main.ts')],
  'rotate-encryption-key': [await programPath('tools/src/rotate-encryption-key/main.ts')],
  backup: [BACKUP, 'backup'],
  restore: [BACKUP, 'restore'],
};
// What commander assumes if its output is no terminal.
const COLUMNS = 80;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-commands-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('audit:verify says that no service runs rather than that a key is missing', async () => {
  expect(await run(PROGRAMS['audit:verify'])).toContain('No service is running on .data.');
});

test.each(Object.entries(PROGRAMS))(
  'the help of %s names it and fills its lines',
  async (name, program) => {
    const help = await run([...program, '--help']);

    expect(help).toMatch(new RegExp(`^Usage: ${name} \\[options\\]`));
    const lines = help.slice(0, help.indexOf('Options:')).split('\n');
    const early = lines.filter((line, at) => {
      const next = lines[at + 1]?.split(' ')[0] ?? '';
      return line !== '' && next !== '' && line.length + 1 + next.length < COLUMNS;
    });
    expect(early).toEqual([]);
  },
);

async function run(given: readonly string[]): Promise<string> {
  const started = promisify(execFile)(process.execPath, given, {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  const { stdout, stderr } = (await started.catch((error: unknown) => error)) as Awaited<
    typeof started
  >;
  return stdout + stderr;
}
