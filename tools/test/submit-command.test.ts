import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

import { type HttpListener, openListener } from './submit-listener.ts';

const MAIN = await programPath('tools/src/submit/main.ts');

let folder: string;
let listener: HttpListener;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'submit-command-'));
  listener = await openListener();
});

afterEach(async () => {
  await listener.close();
  await rm(folder, { recursive: true });
});

test.each([
  [429, 'POST', 'the rate limit'],
  [503, 'STATUS', 'Down'],
] as const)('the command says why it waits after a %i', async (status, kind, reason) => {
  const body = { error: 'Down' };
  listener.answerOnce(kind, { status, headers: { 'retry-after': '1' }, body });

  const { stdout, stderr } = await run(['{"output":"a"}'], ['--wait', '60']);

  expect(stderr).toBe(`waiting to retry: ${reason}\n`);
  expect(stdout).toMatch(/pass +pass +1\n[^]*\n1 in, 0 bad\./);
});

test('the command reports a file without lines', async () => {
  const { stdout } = await run([''], []);

  expect(stdout).toBe('The file is empty.\n');
});

test.each([
  ['none.jsonl', 'There is no file none.jsonl.'],
  ['.', '. is a folder. Name a file in it.'],
])('the command reports what is wrong with %s and sends nothing', async (file, said) => {
  const given = [MAIN, file, '--url', listener.url, '--token', 'wh-test'];

  const started = promisify(execFile)(process.execPath, given, { cwd: folder });

  await expect(started).rejects.toMatchObject({ code: 1, stderr: `${said}\n` });
  expect(listener.paths()).toEqual([]);
});

test('the command keeps its note in the home folder if XDG_CACHE_HOME is blank', async () => {
  await run(['{"output":"a"}'], [], { XDG_CACHE_HOME: '', HOME: join(folder, 'home') });

  expect(await readdir(join(folder, 'home/.cache/output-review/submit'))).toHaveLength(1);
});

async function run(
  lines: readonly string[],
  flags: readonly string[],
  env: NodeJS.ProcessEnv = { XDG_CACHE_HOME: join(folder, 'cache') },
) {
  const file = join(folder, 'outputs.jsonl');
  await writeFile(file, lines.join('\n'));
  const given = [file, '--url', listener.url, '--token', 'wh-test', ...flags];
  return promisify(execFile)(process.execPath, [MAIN, ...given], {
    // Hides the settings of our own environment.
    env: { PATH: process.env['PATH'], ...env },
    cwd: folder,
  });
}
